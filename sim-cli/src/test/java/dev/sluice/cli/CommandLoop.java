// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Invocations of the program in one other process, which works in a folder of its own: relative names mean files there, as they
 * do for a user, and what starts once is started once.
 */
public final class CommandLoop implements AutoCloseable {
    private final Process process;
    private final DataOutputStream to;
    private final DataInputStream from;

    /** Starts the process. */
    public CommandLoop(Path folder) throws IOException {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CommandLoop.class.getName())
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        to = new DataOutputStream(process.getOutputStream());
        from = new DataInputStream(process.getInputStream());
    }

    /** Runs the program to its end. */
    public Cli run(String... arguments) {
        try {
            to.writeInt(arguments.length);
            for (String argument : arguments) {
                write(to, argument);
            }
            to.flush();
            return new Cli(from.readInt(), read(from), read(from));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends the process. */
    @Override
    public void close() throws IOException {
        to.close();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** The other process. */
    public static void main(String[] none) throws IOException {
        DataInputStream commands = new DataInputStream(System.in);
        DataOutputStream answers = new DataOutputStream(System.out);
        // nothing but answers goes this way
        System.setOut(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
        System.setIn(InputStream.nullInputStream());
        while (true) {
            int count;
            try {
                count = commands.readInt();
            } catch (EOFException e) {
                return;
            }
            String[] arguments = new String[count];
            for (int i = 0; i < count; i++) {
                arguments[i] = read(commands);
            }
            StringWriter out = new StringWriter();
            StringWriter err = new StringWriter();
            answers.writeInt(Main.run(arguments, new PrintWriter(out), new PrintWriter(err)));
            write(answers, out.toString());
            write(answers, err.toString());
            answers.flush();
        }
    }

    private static void write(DataOutputStream to, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        to.writeInt(bytes.length);
        to.write(bytes);
    }

    private static String read(DataInputStream from) throws IOException {
        return new String(from.readNBytes(from.readInt()), StandardCharsets.UTF_8);
    }
}
