// SPDX-License-Identifier: MIT
/*
 * vm-bus: an I2C bus whose bytes leave the machine the moment that they are carried.
 *
 * One device answers, at `address`: it takes every write, and every byte read from it is `status`, whose bit 6 follows
 * a panel's command "on" (AF, last in a transfer) and "off" (AE, first in one). Each transfer is told at once on an I/O
 * port, which the emulator forwards: so the outside has heard what the wire has carried, even if the power goes right
 * after it.
 *
 * In /sys/module/vm_bus/parameters, to be changed at any time:
 *   fault     errno with which every transfer fails (121: nobody answers); 0: all is well
 *   skip      so many more transfers go well before that
 *   delay_ms  so long every transfer takes; with fault=110 it is a bus that hangs
 *   status    what is read from the device
 *   present   0 takes the bus away, as soon as nobody holds it; 1 brings it back
 */
#include <linux/delay.h>
#include <linux/i2c.h>
#include <linux/io.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/timekeeping.h>
#include <linux/workqueue.h>

#define PORT 0x505
#define DISPLAY_OFF 0x40

static int number = 1;
module_param(number, int, 0444);
static int address = 0x3c;
module_param(address, int, 0644);
static int fault;
module_param(fault, int, 0644);
static int skip;
module_param(skip, int, 0644);
static int delay_ms;
module_param(delay_ms, int, 0644);
static int status = DISPLAY_OFF | 0x06;
module_param(status, int, 0644);

struct head {
	__le32 magic;
	__le16 address;
	__le16 length;
	__le32 result;
	__le64 time;
} __packed;

static void tell(const struct i2c_msg *msg, int result)
{
	struct head head = {
		.magic = cpu_to_le32(0x53554256),
		.address = cpu_to_le16(msg->addr),
		.length = cpu_to_le16(msg->len),
		.result = cpu_to_le32(result),
		.time = cpu_to_le64(ktime_get_boottime_ns()),
	};

	outsb(PORT, &head, sizeof(head));
	outsb(PORT, msg->buf, msg->len);
}

static void obey(const struct i2c_msg *msg)
{
	if (msg->len < 2 || msg->buf[0] & 0x40)
		return;
	if (msg->buf[msg->len - 1] == 0xaf)
		status &= ~DISPLAY_OFF;
	else if (msg->buf[1] == 0xae)
		status |= DISPLAY_OFF;
}

static bool gone;

/* The I2C core lets one transfer through at a time, so nothing here needs a lock. */
static int bus_transfer(struct i2c_adapter *adapter, struct i2c_msg *msgs, int count)
{
	int result = 0, i;

	if (delay_ms > 0)
		msleep(delay_ms);
	if (gone)
		result = -ENODEV;
	else if (fault > 0 && skip-- <= 0)
		result = -fault;
	for (i = 0; i < count; i++) {
		int this = result ?: msgs[i].addr == address ? 0 : -EREMOTEIO;

		if (msgs[i].flags & I2C_M_RD) {
			if (!this)
				memset(msgs[i].buf, status, msgs[i].len);
		} else {
			if (!this)
				obey(&msgs[i]);
			tell(&msgs[i], this);
		}
		if (this)
			return this;
	}
	return count;
}

static u32 bus_functionality(struct i2c_adapter *adapter)
{
	return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
}

static const struct i2c_algorithm bus_algorithm = {
	.master_xfer = bus_transfer,
	.functionality = bus_functionality,
};

static struct i2c_adapter *bus;
static bool wanted;

static int bring(void)
{
	int error;

	bus = kzalloc(sizeof(*bus), GFP_KERNEL);
	if (!bus)
		return -ENOMEM;
	bus->owner = THIS_MODULE;
	bus->algo = &bus_algorithm;
	bus->nr = number;
	strscpy(bus->name, "vm-bus", sizeof(bus->name));
	gone = false;
	error = i2c_add_numbered_adapter(bus);
	if (error) {
		kfree(bus);
		bus = NULL;
	}
	return error;
}

/* Returns only when the last open file of the bus is closed: so it is on real hardware too. */
static void take_away(void)
{
	gone = true;
	i2c_del_adapter(bus);
	kfree(bus);
	bus = NULL;
}

static void change(struct work_struct *work)
{
	if (wanted && !bus)
		bring();
	else if (!wanted && bus)
		take_away();
}
static DECLARE_WORK(changing, change);

static int set_present(const char *text, const struct kernel_param *param)
{
	int error = param_set_bool(text, param);

	if (!error && wanted != !!bus)
		schedule_work(&changing);
	return error;
}
static const struct kernel_param_ops present_ops = { .set = set_present, .get = param_get_bool };
module_param_cb(present, &present_ops, &wanted, 0644);

static int __init bus_init(void)
{
	wanted = true;
	return bring();
}
module_init(bus_init);

static void __exit bus_exit(void)
{
	wanted = false;
	cancel_work_sync(&changing);
	if (bus)
		take_away();
}
module_exit(bus_exit);

MODULE_LICENSE("Dual MIT/GPL");
MODULE_DESCRIPTION("an I2C bus that can be listened to, broken and taken away");
