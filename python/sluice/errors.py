# SPDX-License-Identifier: Apache-2.0
"""What a call may end with."""


class SluiceError(Exception):
    """The simulator refused a call, or could not be asked.

    ``exit_code`` is that of the command line: 2 for bad input, 70 for a fault of Sluice, None if there was no answer.
    ``messages`` are all the lines that the command said.
    """

    def __init__(self, message, exit_code=None, messages=()):
        super().__init__(message)
        self.exit_code = exit_code
        self.messages = list(messages)
