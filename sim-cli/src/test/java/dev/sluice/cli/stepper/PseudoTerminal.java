// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.stepper;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.cli.Shell;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The program in a pseudo-terminal of 24 lines of 80 columns, made by Python's {@code pty}. */
final class PseudoTerminal {

    /** Waits for a text, then types the next one, and so on; ends with the program's exit code. */
    private static final String DRIVER = """
        import fcntl, os, pty, select, signal, struct, sys, termios, time
        script = open(sys.argv[1], encoding='utf-8').read().split('\\0')
        pid, fd = pty.fork()
        if pid == 0:
            signal.signal(signal.SIGINT, signal.SIG_DFL) # a build in the background ignores it
            if sys.argv[2]:
                os.environ['TERM'] = sys.argv[2]
            else:
                os.environ.pop('TERM', None)
            os.environ['PATH'] = sys.argv[3] + os.environ['PATH']
            os.execvp(sys.argv[4], sys.argv[4:])
        fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack('HHHH', 24, 80, 0, 0))
        seen = b''
        def read(seconds):
            global seen
            if select.select([fd], [], [], seconds)[0]:
                try:
                    data = os.read(fd, 65536)
                except OSError:
                    return False
                os.write(1, data)
                seen += data
                return bool(data)
            return True
        for i in range(0, len(script) - 1, 2):
            deadline = time.time() + 120
            while script[i].encode() not in seen:
                if time.time() > deadline or not read(0.2):
                    os.write(1, ('\\n[never saw %r]\\n' % script[i]).encode())
                    os.kill(pid, 9)
                    sys.exit(99)
            seen = b''
            time.sleep(0.1)
            os.write(fd, script[i + 1].encode())
        deadline = time.time() + 60
        while time.time() < deadline and read(0.2):
            pass
        sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
        """;

    /** What a program came to: its exit code, and what stood on the screen, without escape sequences. */
    record Screen(int code, String text) {

        List<String> lines() {
            return text.lines().map(String::stripTrailing).toList();
        }
    }

    private final Path folder;
    private final String kind;
    private final List<String> script = new ArrayList<>();
    private String path = "";
    private String columns = "";

    PseudoTerminal(Path folder) {
        this(folder, "xterm");
    }

    /** @param kind what {@code TERM} says; nothing for none */
    PseudoTerminal(Path folder, String kind) {
        this.folder = folder;
        this.kind = kind;
    }

    /** Waits until a text has appeared, then types something. */
    PseudoTerminal type(String await, String keys) {
        script.add(await);
        script.add(keys);
        return this;
    }

    /** Programs of a folder are found before all others. */
    PseudoTerminal path(Path programs) {
        path = programs + File.pathSeparator;
        return this;
    }

    /** What {@code COLUMNS} says. */
    PseudoTerminal columns(int said) {
        columns = Integer.toString(said);
        return this;
    }

    /** Runs the program with the class path of this test. */
    Screen run(String... words) throws IOException {
        assumeTrue(
                Shell.has("python3") && Files.exists(Path.of("/dev/ptmx")),
                "python3 or pseudo-terminals are missing: typing in the stepper was not tested");
        Path driver = Files.writeString(folder.resolve("driver.py"), DRIVER);
        Path keys = Files.writeString(folder.resolve("keys"), String.join("\0", script));
        List<String> command = new ArrayList<>(List.of(
                "python3",
                driver.toString(),
                keys.toString(),
                kind,
                path,
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.sluice.cli.Main"));
        command.addAll(List.of(words));
        Shell shell = new Shell(folder);
        if (!columns.isEmpty()) {
            shell.with("COLUMNS", columns);
        }
        Shell.Result result = shell.run(command.toArray(String[]::new));
        return new Screen(result.code(), plain(result.out()));
    }

    /** Text without escape sequences and carriage returns. */
    private static String plain(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8)
                .replaceAll("\u001b\\[[0-9;?]*[ -/]*[@-~]", "")
                .replaceAll("\u001b[=>]", "")
                .lines()
                .map(line -> line.substring(line.lastIndexOf('\r') + 1))
                .collect(Collectors.joining("\n"));
    }
}
