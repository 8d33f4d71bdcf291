/// Command.
