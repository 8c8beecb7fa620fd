// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class LitmusCommandTest {
    private static final String RACE =
            "litmus r\nthread 1 qf0 wg0 sg0\n  st.sc0 x = 1\nthread 2 qf0 wg1 sg0\n  st.sc0 x = 2\n";

    @TempDir
    private Path dir;

    private String file(String text) throws IOException {
        return Files.writeString(dir.resolve("r.lit"), text).toString();
    }

    @Test
    void presets_are_checked_by_name() {
        Cli cli = Cli.run("litmus", "mp", "relaxed-mp");

        assertThat(cli.err()).isEmpty();
        assertThat(cli.code()).isZero();
        assertThat(cli.out())
                .contains("mp: race-free, 1 consistent execution\n", "relaxed-mp: racy, ", "possible no-race: ok\n")
                .endsWith("2 tests, 4 checks, all ok\n");
    }

    @Test
    void a_failing_check_says_what_is_the_case() throws IOException {
        Cli cli = Cli.run("litmus", file(RACE + "impossible race\npossible any\n"));

        assertThat(cli.code()).isEqualTo(1);
        assertThat(cli.out())
                .contains("line 6: impossible race: FAILED, it is possible\n", "line 7: possible any: ok\n");
    }

    @Test
    void json_has_the_documented_keys() {
        Cli cli = Cli.run("litmus", "mp3transitive", "--json");
        JsonNode test = JsonMapper.builder().build().readTree(cli.out()).get(0);

        assertThat(cli.code()).isZero();
        assertThat(test.path("test").stringValue()).isEqualTo("mp3transitive");
        assertThat(test.path("verdict").stringValue()).isEqualTo("race-free");
        assertThat(test.path("verdictNoChains").stringValue()).isEqualTo("racy");
        assertThat(test.path("executions").intValue()).isEqualTo(1);
        JsonNode check = test.path("checks").get(2);
        assertThat(check.path("line").stringValue()).isEqualTo("impossible no-race nochains");
        assertThat(check.path("expected").stringValue()).isEqualTo("impossible");
        assertThat(check.path("got").stringValue()).isEqualTo("impossible");
        assertThat(check.path("ok").booleanValue()).isTrue();
    }

    @Test
    void explain_names_both_accesses_and_the_missing_step() throws IOException {
        assertThat(Cli.run("litmus", "--explain", file(RACE)).out())
                .contains("race on x: line 3 (st.sc0 x = 1) of thread 1 and line 5 (st.sc0 x = 2) of thread 2")
                .contains("neither happens before the other");
        assertThat(Cli.run("litmus", "--explain", "privmp").out()).contains("but both are private");
        assertThat(Cli.run("litmus", "--explain", "ssw2").out()).contains("so shader domains do not carry it");
        assertThat(Cli.run("litmus", "--explain", "sluice/control-barrier-without-availability")
                        .out())
                .contains("the write is never made available");
        assertThat(Cli.run("litmus", "--explain", "atomic-store-then-plain-load")
                        .out())
                .contains("it is not made visible to the read");
        assertThat(Cli.run("litmus", "--explain", "test21").out())
                .contains("is made available to a workgroup domain only");
        assertThat(Cli.run("litmus", "--explain", "host-upload-not-flushed").out())
                .contains("no flush (avhost) comes after the write");
        assertThat(Cli.run("litmus", "--explain", "host-readback-no-host-access")
                        .out())
                .contains("no memory domain operation (domdh)");
        assertThat(Cli.run("litmus", "--explain", "bytes-of-atomics").out())
                .contains("not mutually ordered: their sets of memory locations differ");
        assertThat(Cli.run("litmus", "--explain", "coww").out()).contains("makes a circle");
    }

    @Test
    void an_ill_formed_test_is_forbidden_and_says_why() throws IOException {
        String file = file("litmus r\nthread 1 qf0 wg0 sg0\n  st.atom.sc0 x = 1\n  ld.sc0 x = 2\nimpossible any\n");
        Cli cli = Cli.run("litmus", "--explain", file);
        JsonNode test = JsonMapper.builder()
                .build()
                .readTree(Cli.run("litmus", "--json", file).out())
                .get(0);

        assertThat(cli.code()).isZero();
        assertThat(cli.out())
                .contains("r: forbidden", "ill-formed, so no execution: ", "r.lit:3:3: an atomic needs a scope")
                .contains("note: ", "r.lit:4:10: no store of 2 to 'x': the load may find anything");
        assertThat(test.path("faults")).hasSize(1);
        assertThat(test.path("remarks")).hasSize(1);
    }

    @Test
    void bad_input_is_one_line() throws IOException {
        Cli cli = Cli.run("litmus", file("litmus r\nthread 1 qf0 wg0 sg0\n  sto.sc0 x = 1\n"));

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.errorLines()).isEqualTo(1);
        assertThat(cli.err()).contains("r.lit:3:3: 'sto' is no operation");
        assertThat(Cli.run("litmus", "mpp").err()).contains("no such file or preset; did you mean 'mp'?");
    }

    @Test
    void a_test_that_leaves_too_much_open_is_bad_input() throws IOException {
        StringBuilder text = new StringBuilder("litmus big\n");
        for (int thread = 0; thread < 9; thread++) {
            text.append("thread ")
                    .append(thread)
                    .append(" qf0 wg")
                    .append(thread)
                    .append(" sg0\n");
            text.append("  st.atom.scopedev.sc0 x = ").append(thread + 1).append('\n');
        }
        Cli cli = Cli.run("litmus", file(text.toString()));

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.errorLines()).isEqualTo(1);
        assertThat(cli.err()).contains("modification orders of atomics; name the values");
    }

    @Test
    void list_names_the_tests_with_their_checks() {
        assertThat(Cli.run("list", "litmus").out().lines())
                .anyMatch(line -> line.startsWith("mp ") && line.endsWith("possible no-race; impossible race"));
    }
}
