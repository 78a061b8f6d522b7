"""What can't be used of what a box is made of. Every text is a sentence for whoever starts it."""


class Unusable(Exception):
    """Base of what keeps a box, or a command that needs a part of one, from going on."""


class PinsUnusable(Unusable):
    """There is no pin factory to be had, it doesn't give these pins, or they are gone."""


class PanelEnded(Unusable):
    """The thread that sends frames to the panel has ended."""


class InUse(Unusable):
    """Another box is on with the same folder."""
