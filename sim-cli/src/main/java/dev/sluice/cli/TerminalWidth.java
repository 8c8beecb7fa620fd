// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import dev.sluice.cli.report.Style;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How many columns reports have: what {@code COLUMNS} says, else the terminal, else {@value Style#WIDTH}. */
final class TerminalWidth {
    /** Less is no use, more is no terminal. */
    private static final int LEAST = 40;

    private static final int MOST = 1000;
    private static final long PATIENCE_MILLIS = 500;
    private static final Pattern SIZE = Pattern.compile("\\d+ (\\d+)\\s*");

    private TerminalWidth() {}

    /**
     * The columns.
     *
     * @param columns the variable; null if it is not set
     * @param person whether a terminal is there to be asked
     */
    static int of(@Nullable String columns, boolean person) {
        int said = columns != null && columns.matches("\\d{1,4}") ? Integer.parseInt(columns) : 0;
        if (said == 0 && person) {
            said = ofTerminal();
        }
        return said == 0 ? Style.WIDTH : Math.max(LEAST, Math.min(MOST, said));
    }

    /** What {@code stty} says, which every Unix has; 0 where there is none. */
    private static int ofTerminal() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!stty.waitFor(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
                stty.destroyForcibly();
                return 0;
            }
            Matcher size = SIZE.matcher(new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
            return size.matches() ? Integer.parseInt(size.group(1)) : 0;
        } catch (IOException e) {
            return 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 0;
        }
    }
}
