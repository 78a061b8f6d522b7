"""The box: screens, buttons, panel, store and the command line around the engine."""
