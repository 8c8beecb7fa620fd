// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.help;

/** A group of options in help and manual pages, in their order there. */
public enum HelpGroup {
    /** Options that say nothing about their group. */
    OPTIONS("Options"),
    /** What is run, on which device and under which rules. */
    INPUT("Input"),
    /** How it is run, and for how long. */
    RUN("Run"),
    /** What the report tells. */
    REPORT("Report"),
    /** What is written to files, or printed instead of the report. */
    FILES("Output"),
    /** Looking into the machine, cycle by cycle. */
    INSIDE("Looking inside"),
    /** The event log and its filters. */
    LOG("Event log"),
    /** What every command has. */
    ANY("Any command");

    private final String heading;

    HelpGroup(String heading) {
        this.heading = heading;
    }

    /** What stands above the group. */
    public String heading() {
        return heading;
    }
}
