/* A GPIO chip where there is none: preloaded, it answers for /dev/gpiochip0 to lgpio and libgpiod, and the edges of line
   17 come out of the pipe that EDGES names, as records of the kernel's. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/gpio.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/stat.h>

#define CHIP "/dev/gpiochip0"
#define PLAYS "/dev/null" /* a character device, 1:3 */

/* What stat and lstat were called once; libgpiod's wheel still calls them so. */
#define STAT(name)                                                                          \
    int name(int version, const char *path, struct stat *found)                             \
    {                                                                                       \
        int (*real)(int, const char *, struct stat *) = dlsym(RTLD_NEXT, #name);            \
        return real(version, strcmp(path, CHIP) ? path : PLAYS, found);                     \
    }
STAT(__xstat)
STAT(__lxstat)

char *realpath(const char *path, char *found)
{
    char *(*real)(const char *, char *) = dlsym(RTLD_NEXT, "realpath");
    if (strcmp(path, "/sys/dev/char/1:3/subsystem"))
        return real(path, found);
    return found ? strcpy(found, "/sys/bus/gpio") : strdup("/sys/bus/gpio");
}

int open(const char *path, int flags, ...)
{
    int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, "open");
    va_list rest;
    va_start(rest, flags);
    int mode = va_arg(rest, int);
    va_end(rest);
    return real(strcmp(path, CHIP) ? path : PLAYS, flags, mode);
}

int ioctl(int fd, unsigned long request, ...)
{
    int (*real)(int, unsigned long, ...) = dlsym(RTLD_NEXT, "ioctl");
    va_list rest;
    va_start(rest, request);
    void *asked = va_arg(rest, void *);
    va_end(rest);
    if (request == GPIO_GET_CHIPINFO_IOCTL) {
        struct gpiochip_info chip = {.name = "gpiochip0", .label = "pinctrl-bcm2711", .lines = 54};
        memcpy(asked, &chip, sizeof chip);
    } else if (request == GPIO_V2_GET_LINE_IOCTL) {
        struct gpio_v2_line_request *line = asked;
        line->fd = line->offsets[0] == 17 ? open(getenv("EDGES"), O_RDWR) : eventfd(0, 0);
    } else if (request == GPIO_V2_LINE_GET_VALUES_IOCTL) {
        ((struct gpio_v2_line_values *)asked)->bits = 1;
    } else if (request == GPIO_V2_GET_LINEINFO_IOCTL) {
        ((struct gpio_v2_line_info *)asked)->flags = GPIO_V2_LINE_FLAG_INPUT | GPIO_V2_LINE_FLAG_BIAS_PULL_UP;
    } else if (_IOC_TYPE(request) != 0xB4) {
        return real(fd, request, asked);
    }
    return 0;
}
