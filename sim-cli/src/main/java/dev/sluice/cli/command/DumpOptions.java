// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.help.HelpGroup;
import dev.sluice.cli.help.InHelp;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The option that takes pictures of images. */
@InHelp(value = HelpGroup.FILES, rare = true)
final class DumpOptions {
    @Option(
            names = "--dump",
            paramLabel = "IMAGE=FILE",
            description = "Write an image as a PNG file when the run is over. Repeatable. IMAGE is a name,"
                    + " NAME[LEVEL,LAYER] for another than the first of each, and may end in :machine (the newest bytes"
                    + " wherever they are, the default), :memory (what lies in memory, stale or compressed as it may be)"
                    + " or :intent (what the program means).")
    private List<String> dumps = new ArrayList<>();

    List<String> dumps() {
        return dumps;
    }
}
