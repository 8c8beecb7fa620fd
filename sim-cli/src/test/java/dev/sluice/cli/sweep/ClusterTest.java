// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep;

import static dev.sluice.cli.sweep.SweepFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.config.source.ListNode;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.Node;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.config.source.SourceReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The manifests in {@code configs/sweeps/cluster} call the program as it wants to be called; a program that tells its arguments stands in. */
final class ClusterTest {
    private static final Path CLUSTER = Path.of("../configs/sweeps/cluster").toAbsolutePath();

    @TempDir
    private Path dir;

    private String called(Map<String, String> environment, int code, String... command) throws Exception {
        Path program = dir.resolve("sluice");
        Files.writeString(program, "#!/bin/sh\necho \"$@\"\nexit " + code + "\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        builder.environment().put("PATH", dir + ":" + System.getenv("PATH"));
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isEqualTo(code <= 1 ? 0 : 1);
        return out.strip();
    }

    @Test
    void a_slurm_array_runs_a_part_each() throws Exception {
        Map<String, String> task =
                Map.of("SLURM_ARRAY_TASK_ID", "3", "SLURM_ARRAY_TASK_COUNT", "8", "SLURM_CPUS_PER_TASK", "4");

        assertThat(called(task, 0, "sh", CLUSTER.resolve("slurm.sbatch").toString(), "s.yaml", "out"))
                .isEqualTo("sweep s.yaml -o out --resume --shard 3/8 --jobs 4");
        assertThat(text(CLUSTER.resolve("slurm.sbatch"))).contains("#SBATCH --array=1-8\n");
    }

    @Test
    void an_indexed_job_runs_a_part_each() throws Exception {
        MapNode job = SourceReader.readMap(CLUSTER.resolve("kubernetes-job.yaml"));
        Node spec = key(job, "spec");
        Node container = item(key(key(key(spec, "template"), "spec"), "containers"), 0);
        String script = ((ScalarNode) item(key(container, "args"), 0)).text();
        String parts = ((ScalarNode) key(item(key(container, "env"), 0), "value")).text();
        Map<String, String> pod = Map.of("JOB_COMPLETION_INDEX", "0", "PARTS", parts, "SWEEP", "s");

        assertThat(((ScalarNode) key(spec, "completionMode")).text()).isEqualTo("Indexed");
        assertThat(((ScalarNode) key(spec, "completions")).text()).isEqualTo(parts);
        for (int code : new int[] {0, 1, 2}) {
            assertThat(called(pod, code, "sh", "-c", script))
                    .isEqualTo("sweep s -o /sweep --resume --shard 1/8 --jobs 4");
        }
    }

    private static Node key(Node node, String key) {
        return Objects.requireNonNull(((MapNode) node).get(key), key);
    }

    private static Node item(Node node, int index) {
        return ((ListNode) node).items().get(index);
    }
}
