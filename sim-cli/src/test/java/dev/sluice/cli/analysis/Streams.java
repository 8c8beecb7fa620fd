// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.analysis;

import dev.sluice.cli.Cli;
import dev.sluice.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Small streams, run through the command line. */
final class Streams {

    static final String HEAD = """
            sluice: 1
            name: small
            memory:
              - {name: m, size: 2MiB, properties: [DEVICE_LOCAL]}
              - {name: h, size: 64KiB, properties: [HOST_VISIBLE, HOST_COHERENT]}
            buffers:
              - {name: x, memory: m, size: 64KiB, data: {type: u32, pattern: iota, count: 16384}}
              - {name: y, memory: m, offset: 1MiB, size: 64KiB}
              - {name: back, memory: h, size: 64KiB}
            kernels:
              scale:
                localSize: [64]
                bindings: {src: storage, dst: storage}
                params: [n]
                code: |
                  v = load.u32 src[gid]
                  store.u32 dst[gid] = v * n
            program:
            """;

    static final String BARRIER = "- pipelineBarrier: {memory: [{srcStage: [ALL_COMMANDS], srcAccess: [MEMORY_WRITE],"
            + " dstStage: [ALL_COMMANDS], dstAccess: [MEMORY_READ, MEMORY_WRITE]}]}\n";

    private Streams() {}

    static Cli run(Path folder, String program, String... options) throws IOException {
        Path file = folder.resolve("small.yaml");
        Files.writeString(file, HEAD + program);
        List<String> words = new ArrayList<>(List.of("run", file.toString(), "--device", "seed-discrete-l2"));
        words.addAll(List.of(options));
        return Cli.run(words.toArray(String[]::new));
    }

    /** The result of a run that finds nothing wrong. */
    static JsonNode result(Path folder, String program, String... options) throws IOException {
        List<String> words = new ArrayList<>(List.of(options));
        words.add("--json");
        Cli run = run(folder, program, words.toArray(String[]::new));
        if (run.code() != ExitCode.CLEAN) {
            throw new AssertionError(run.err() + run.out());
        }
        return JsonMapper.shared().readTree(run.out());
    }
}
