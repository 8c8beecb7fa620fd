// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.stepper;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.impl.exec.ExecPty;
import org.jline.terminal.impl.exec.ExecTerminalProvider;
import org.jline.terminal.spi.SystemStream;
import org.jline.utils.OSUtils;

/**
 * The process's own terminal, whose settings can be read and changed while somebody presses Ctrl-C.
 *
 * <p>A program does both, {@code stty}. The terminal sends an interrupt to it, too, and ends it: then it runs again.
 */
final class SteadyPty extends ExecPty {

    /** Nobody presses a key so often that as many in a row are ended. */
    private static final int TRIES = 20;

    private static final int ENDED_BY_INTERRUPT = 128 + 2;

    /** Of a terminal that does not say how large it is, as those that scripts make. */
    private static final Size UNTOLD = Size.of(80, 24);

    private final String program;

    SteadyPty() {
        this(OSUtils.STTY_COMMAND);
    }

    /** @param program what reads and changes settings */
    SteadyPty(String program) {
        super(new ExecTerminalProvider(), SystemStream.Output, "/dev/tty");
        this.program = program;
    }

    @Override
    public Size getSize() throws IOException {
        Size size = super.getSize();
        return size.getColumns() > 0 && size.getRows() > 0 ? size : UNTOLD;
    }

    @Override
    protected String doGetConfig() throws IOException {
        return run(List.of("-a"));
    }

    @Override
    protected void doSetAttr(Attributes attributes) throws IOException {
        List<String> settings = getFlagsToSet(attributes, getAttr());
        if (settings.isEmpty()) {
            return;
        }
        try {
            run(settings);
        } catch (IOException e) {
            // of settings that no terminal has, GNU's says that it could not do everything, and did it
            if (!getFlagsToSet(attributes, getAttr()).isEmpty()) {
                throw e;
            }
        }
    }

    private String run(List<String> settings) throws IOException {
        List<String> command = new ArrayList<>(settings);
        command.add(0, program);
        for (int left = TRIES - 1; ; left--) {
            try {
                Process process = new ProcessBuilder(command)
                        .redirectInput(ProcessBuilder.Redirect.INHERIT)
                        .redirectErrorStream(true)
                        .start();
                String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                int code = exitCode(process);
                if (code == 0) {
                    return said;
                }
                if (code != ENDED_BY_INTERRUPT || left == 0) {
                    throw new EndedException(String.join(" ", command) + " ended with " + code + ": " + said.strip());
                }
            } catch (EndedException e) {
                throw e;
            } catch (IOException e) {
                // an interrupt also ends what the JVM starts programs with
                if (left == 0) {
                    throw e;
                }
            }
        }
    }

    /** Waits although this thread is interrupted: half a change of settings would not be taken back. */
    private static int exitCode(Process process) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return process.waitFor();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** The program ended otherwise than by an interrupt. */
    private static final class EndedException extends IOException {
        private static final long serialVersionUID = 1;

        EndedException(String message) {
            super(message);
        }
    }
}
