// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dispatches of one capture that write halves of a buffer, which only an offset in push constants tells apart. */
final class DisjointHalvesTest {
    private static final String FIRST = "{\"index\":131,\"vkFunc\":{\"name\":\"vkCmdDispatch\"";
    private static final String GROUPS = "\"groupCountX\":32";

    @TempDir
    private Path folder;

    private static byte[] resource(String name) throws IOException {
        try (InputStream in = DisjointHalvesTest.class.getResourceAsStream("/captures/" + name)) {
            return Objects.requireNonNull(in).readAllBytes();
        }
    }

    private Cli check(String calls, boolean binary) throws IOException {
        Path capture = folder.resolve("own-good.jsonl");
        Files.writeString(capture, calls);
        if (binary) {
            Files.write(folder.resolve("own-good.gfxr"), resource("own-good.gfxr"));
        }
        return Cli.run("check", capture.toString(), "--verdicts", "none", "--lint", "error");
    }

    private static String calls() throws IOException {
        return new String(resource("own-good.jsonl"), StandardCharsets.UTF_8);
    }

    /** The capture, its first dispatch on a half of another size. */
    private static String groups(int groups) throws IOException {
        StringBuilder changed = new StringBuilder();
        for (String line : calls().lines().toList()) {
            changed.append(line.startsWith(FIRST) ? line.replace(GROUPS, "\"groupCountX\":" + groups) : line)
                    .append('\n');
        }
        assertThat(changed.toString()).contains("\"groupCountX\":" + groups);
        return changed.toString();
    }

    @Test
    void halves_that_do_not_meet_are_no_hazard() throws IOException {
        Cli result = check(calls(), true);
        assertThat(result.out()).contains("clean");
        assertThat(result.code()).isZero();
    }

    @Test
    void one_workgroup_more_is_a_hazard_on_what_both_write() throws IOException {
        Cli result = check(groups(33), true);
        assertThat(result.out())
                .contains("read after write   D bytes 8,192..8,447")
                .contains("submit1.1 dispatch");
        assertThat(result.code()).isEqualTo(1);
    }

    @Test
    void without_the_push_constants_both_may_write_everything() throws IOException {
        assertThat(check(calls(), false).out()).contains("D bytes 0..16,383");
    }
}
