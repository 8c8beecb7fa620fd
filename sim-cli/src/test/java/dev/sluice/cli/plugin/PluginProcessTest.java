// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What plug-ins do to the process that they are in. */
final class PluginProcessTest {

    @TempDir
    private Path folder;

    /** A run with a policy whose {@code create} does something and gives nothing, unless that gives something. */
    private Shell.Result run(String does, String... more) throws IOException {
        String source = """
                import dev.sluice.machine.cache.policy.*;
                public final class Mine implements PolicyProvider {
                    @Override public String name() { return "mine"; }
                    @Override public ReplacementPolicy create(PolicySetup setup) { %s return null; }
                }
                """.formatted(does);
        Path jar = new PluginJars(folder).jar("mine", "Mine", source, Map.of(PluginJars.POLICY, "Mine"));
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.sluice.cli.Main",
                "run",
                "upload-scale-readback",
                "--json",
                "--plugin",
                jar.toString(),
                "--set",
                "caches.l2.replacement=mine"));
        words.addAll(List.of(more));
        return new Shell(folder).run(words.toArray(String[]::new));
    }

    @Test
    void what_ends_the_program_leaves_no_half_written_file() throws IOException {
        Path output = Files.createDirectory(folder.resolve("output"));

        Shell.Result run =
                run("System.exit(7);", "--trace", output.resolve("t.json").toString());

        assertThat(run.code()).isEqualTo(7);
        assertThat(output).isEmptyDirectory();
    }

    @Test
    void what_ends_the_program_is_not_waited_for() throws IOException {
        Shell.Result run = run("""
                if (setup.ways() > 0) return new ReplacementPolicy() {
                    public void onHit(int set, int way) {}
                    public void onFill(int set, int way, boolean evictFirst) { System.exit(7); }
                    public void onInvalidate(int set, int way) {}
                    public int victim(int set, WayCandidates candidates) { return -1; }
                };
                """);

        assertThat(run.err()).isEqualTo("a plug-in ended the program (System.exit); results may be missing\n");
        assertThat(run.code()).isEqualTo(7);
    }

    @Test
    void what_it_prints_does_not_get_into_the_output() throws IOException {
        Shell.Result run = run("System.out.println(\"here I am\");");

        assertThat(run.err()).contains("here I am");
        assertThat(run.out()).doesNotContain("here I am");
        assertThat(run.code()).isEqualTo(2); // which has no policy to go on with
    }
}
