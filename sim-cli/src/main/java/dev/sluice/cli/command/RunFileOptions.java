// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.dump.ImageDumps;
import picocli.CommandLine.Mixin;

/** The options of the files that are written once a run is over. */
final class RunFileOptions {
    @Mixin
    private ResultFileOptions result = new ResultFileOptions();

    @Mixin
    private RunPageOptions page = new RunPageOptions();

    @Mixin
    private DumpOptions dump = new DumpOptions();

    /** Whether the result file is printed in the place of a report. */
    boolean json() {
        return result.json();
    }

    /** Whether pictures of images were asked for. */
    boolean dumps() {
        return !dump.dumps().isEmpty();
    }

    /** What makes the page. */
    RunPageOptions page() {
        return page;
    }

    /** The files to write, each checked to be one that can be written. */
    RunFiles files(SessionCommand command) {
        return new RunFiles(result.files(page.file(command)), new ImageDumps(dump.dumps()));
    }
}
