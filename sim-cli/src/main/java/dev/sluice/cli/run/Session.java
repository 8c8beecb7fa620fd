package dev.sluice.cli.run;

import dev.sluice.cli.Terminal;

/**
 * What the commands of one invocation share.
 *
 * @param version Sluice's version, for files
 */
public record Session(Terminal terminal, Machine.Factory machines, Interrupt interrupt, String version) {}
