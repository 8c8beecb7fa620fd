// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.soak;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/** Ways to run the program that do not wait for ever. */
final class Patience {
    private static final int SECONDS = 60;
    private static final int CHILD_SECONDS = 30;
    private static final int FRAMES = 25;

    private Patience() {}

    /** In this process. What hangs is left behind, and keeps a core busy. */
    static Cli here(String... arguments) throws Invocation.HangException {
        CompletableFuture<Cli> end = new CompletableFuture<>();
        Thread worker = new Thread(
                () -> {
                    try {
                        end.complete(Cli.run(arguments));
                    } catch (Throwable e) {
                        end.completeExceptionally(e);
                    }
                },
                "soak");
        worker.setDaemon(true);
        worker.start();
        try {
            return end.get(SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new Invocation.HangException(Arrays.stream(worker.getStackTrace())
                    .limit(FRAMES)
                    .map(frame -> "  at " + frame)
                    .collect(Collectors.joining("\n")));
        } catch (ExecutionException e) {
            throw new IllegalStateException("the program threw " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** In a process of its own, which is ended if it hangs; its output is not kept. */
    static Cli apart(String... arguments) throws Invocation.HangException {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-cp",
                System.getProperty("java.class.path"),
                "dev.sluice.cli.Main"));
        command.addAll(List.of(arguments));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!process.waitFor(CHILD_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
                throw new Invocation.HangException("");
            }
            return new Cli(process.exitValue(), "", "");
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
