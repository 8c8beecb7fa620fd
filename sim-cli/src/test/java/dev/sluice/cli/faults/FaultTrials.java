// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Runs small commands with every fault in turn, in a process whose default file system is {@link FaultyFiles}; prints what is
 * wrong, a line each.
 */
public final class FaultTrials {
    private static final String STREAM = """
            sluice: 1
            name: s
            device: seed-discrete-l2
            memory:
              - {name: cached, size: 64KiB, properties: [HOST_VISIBLE, HOST_CACHED]}
              - {name: local, size: 1MiB, properties: [DEVICE_LOCAL]}
            buffers:
              - {name: result, memory: cached, size: 256}
            images:
              - {name: color, memory: local, extent: [8, 8], format: R8G8B8A8_UNORM, usage: [TRANSFER_DST]}
            program:
              - hostWrite: {buffer: result, data: {file: in.bin}}
              - queueSubmit:
                  queue: universal.0
                  commands:
                    - fillBuffer: {dst: result, data: 7}
                    - pipelineBarrier: {memory: [{srcStage: [ALL_COMMANDS], srcAccess: [MEMORY_WRITE], dstStage: [HOST], dstAccess: [HOST_READ]}]}
                  fence: done
              - waitForFences: [done]
              - hostRead: {buffer: result, expect: {type: u32, pattern: constant, value: 7, count: 64}}
            """;

    private final Path folder;
    private final Path outputs;
    private final int step;
    private long trials;
    private long wrong;

    private FaultTrials(Path folder, int step) throws IOException {
        this.folder = folder;
        this.step = step;
        outputs = Files.createDirectory(folder.resolve("out"));
        Files.writeString(folder.resolve("s.yaml"), STREAM);
        Files.write(folder.resolve("in.bin"), new byte[256]);
    }

    /** A folder to write to, that of the shipped captures and devices, and every how many-th call is to fail. */
    public static void main(String[] arguments) throws IOException {
        System.setProperty("java.awt.headless", "true");
        FaultTrials trials = new FaultTrials(Path.of(arguments[0]), Integer.parseInt(arguments[2]));
        trials.all(Path.of(arguments[1]));
        System.out.println("trials: " + trials.trials + ", wrong: " + trials.wrong);
    }

    private void all(Path configs) throws IOException {
        String stream = folder.resolve("s.yaml").toString();
        String capture = Files.copy(
                        configs.resolve("streams/captures/fillcopy-good.jsonl"), folder.resolve("capture.jsonl"))
                .toString();
        Files.copy(configs.resolve("streams/captures/fillcopy-good.gfxr"), folder.resolve("capture.gfxr"));
        String compact = Files.copy(
                        configs.resolve("streams/compact/write-after-read.cmds"), folder.resolve("compact.cmds"))
                .toString();
        String device = Files.copy(configs.resolve("devices/seed-discrete-l2.yaml"), folder.resolve("device.yaml"))
                .toString();
        String out = outputs.resolve("o").toString();
        String file = outputs.resolve("f").toString();
        List<FaultyCommand> commands = List.of(
                command(
                        "run",
                        stream,
                        "-o",
                        out,
                        "--csv",
                        outputs.resolve("csv").toString(),
                        "--dump",
                        "color=" + file),
                command("run", stream, "--device", device, "--log", file, "--json"),
                command("run", capture, "--timing-only", "--json", "-o", out),
                command("check", stream, "--sarif", file),
                command("advise", stream, "-o", file, "--csv", out),
                command("import", capture, "-o", outputs.resolve("i.yaml").toString()),
                command("import", compact, "-o", outputs.resolve("i.yaml").toString()),
                command(
                        "barrier",
                        "COPY/TRANSFER_WRITE > COMPUTE_SHADER/SHADER_READ",
                        "--device",
                        device,
                        "--dirty",
                        "4KiB",
                        "-o",
                        outputs.resolve("b.yaml").toString()),
                command("validate", stream),
                new FaultyCommand(outputs, Path.of("/"), "list", "devices"));
        for (FaultyCommand command : commands) {
            long start = System.nanoTime();
            FaultPlan clean = command.learn();
            for (long n = 1; n <= clean.calls(); n += step) {
                long trial = n / step;
                boolean once = trial % 2 == 0;
                if (step == 1 || once) {
                    trial(command, FaultPlan.once(n), trial / 2 % 2 == 0);
                }
                if (step == 1 || !once) {
                    trial(command, FaultPlan.from(n), trial / 2 % 2 == 1);
                }
            }
            long written = clean.written();
            for (long room : new long[] {0, 1, written / 3, written / 2, written - written / 5, written - 1}) {
                if (room >= 0 && room < written) {
                    trial(command, FaultPlan.full(room), true);
                    trial(command, FaultPlan.full(room), false);
                }
            }
            System.out.printf(
                    "# %d calls, %d ms: %s%n", clean.calls(), (System.nanoTime() - start) / 1_000_000, command.text());
        }
    }

    private FaultyCommand command(String... arguments) {
        return new FaultyCommand(outputs, folder, arguments);
    }

    private void trial(FaultyCommand command, FaultPlan plan, boolean outputsAreThere) throws IOException {
        trials++;
        Optional<String> problem = command.trial(plan, outputsAreThere);
        if (problem.isPresent()) {
            wrong++;
            System.out.println(problem.get().replace('\n', ' '));
        }
    }
}
