// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.config.ConfigException;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.BarrierProfile;
import dev.sluice.program.sync.CacheAction;
import dev.sluice.program.sync.ImplicitPoint;
import dev.sluice.program.sync.WaitRule;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reading profile files, good and bad. */
final class BarrierProfileReaderTest {
    private static final String GOOD = """
            {
             "schema": "barriers/1",
             "name": "mine",
             "caches": [{"id": "L2", "write": "back"}],
             "src": {"TRANSFER_WRITE": {"TRANSFER": ["flush:L2"]}},
             "dst": {},
             "waits": [{"src_stages": ["COPY"], "actions": ["wait:DMA"], "unless": "wait:IDLE already chosen"}],
             "implicit": {"status": "extracted", "submit_end": []}
            }
            """;

    private static BarrierProfile read(String text) {
        return BarrierProfileReader.read("p.json", text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void a_small_profile_is_read() {
        BarrierProfile profile = read(GOOD);

        assertThat(profile.name()).isEqualTo("mine");
        assertThat(profile.src().rows()).containsOnlyKeys(Access.TRANSFER_WRITE);
        assertThat(profile.waits()).hasSize(1).allMatch(rule -> rule instanceof WaitRule.Emit);
        assertThat(profile.implicitAssumed()).isFalse();
        assertThat(profile.implicitActions(ImplicitPoint.SUBMIT_END)).isEmpty();
    }

    @Test
    void a_command_may_flush_what_it_overwrites() {
        BarrierProfile profile =
                read(GOOD.replace("\"submit_end\": []", "\"submit_end\": [], \"overwrite_begin\": [\"flush:L2\"]"));

        assertThat(profile.implicitActions(ImplicitPoint.OVERWRITE_BEGIN))
                .containsExactly(CacheAction.parse("flush:L2"));
    }

    @Test
    void flushes_before_overwriting_leave_submissions_assumed() {
        String text = GOOD.replace(
                "{\"status\": \"extracted\", \"submit_end\": []}", "{\"overwrite_begin\": [\"flush:L2\"]}");

        assertThat(read(text).implicitAssumed()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"invalidate:L2", "if-pending:flush:L2", "wait:IDLE"})
    void what_a_command_does_before_it_overwrites_is_flushes_only(String action) {
        String text = GOOD.replace("\"submit_end\": []", "\"overwrite_begin\": [\"" + action + "\"]");

        assertThatThrownBy(() -> read(text))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("p.json:8:")
                .hasMessageContaining("takes flushes without a prefix, such as flush:L2, not " + action);
    }

    @Test
    void a_cache_is_listed_once() {
        String text = GOOD.replace("\"back\"}]", "\"back\"}, {\"id\": \"L2\"}]");

        assertThatThrownBy(() -> read(text))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("p.json:4:")
                .hasMessageContaining("id: cache L2 is listed twice");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"next\": \"VRM\"   | next: 'VRM' is no cache of this profile, no memory and no known role; did you mean 'VRAM'?",
                "\"next\": \"L9\"    | next: 'L9' is no cache of this profile, no memory and no known role; did you mean 'L2'?",
                "\"next\": \"L2\"    | next: the levels go round: L2 to L2; the last is above VRAM",
            })
    void what_is_below_a_cache_is_a_level(String next, String said) {
        String text = GOOD.replace("\"write\": \"back\"}", "\"write\": \"back\", " + next + "}");

        assertThatThrownBy(() -> read(text)).hasMessageStartingWith("p.json:4:").hasMessageEndingWith(said);
    }

    @Test
    void levels_that_go_round_are_told_with_their_way() {
        String text = GOOD.replace(
                "{\"id\": \"L2\", \"write\": \"back\"}",
                "{\"id\": \"TEX\", \"next\": \"L1\"}, {\"id\": \"L1\", \"next\": \"L2\"}, {\"id\": \"L2\", \"next\": \"L1\"}");

        assertThatThrownBy(() -> read(text)).hasMessageContaining("next: the levels go round: L1 to L2 to L1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"VRAM", "GMEM", "GL1", ""})
    void below_a_cache_may_be_memory_or_a_level_without_actions(String next) {
        assertThat(read(GOOD.replace("\"back\"}", "\"back\", \"next\": \"" + next + "\"}"))
                        .name())
                .isEqualTo("mine");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"HOST\": [\"flush:L2\"]}           | HOST never makes TRANSFER_WRITE; what does: TRANSFER, ACCELERATION_STRUCTURE_BUILD_KHR",
                "{\"COMPUTE_SHADER\": []}             | COMPUTE_SHADER never makes TRANSFER_WRITE; what does: TRANSFER",
                "{\"*\": [], \"FRAGMENT_TESTS\": []} | FRAGMENT_TESTS never makes TRANSFER_WRITE; what does: TRANSFER",
            })
    void a_cell_is_of_stages_that_make_the_access(String row, String said) {
        String text = GOOD.replace("{\"TRANSFER\": [\"flush:L2\"]}", row);

        assertThatThrownBy(() -> read(text))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("p.json:5:")
                .hasMessageContaining(said);
    }

    @Test
    void a_row_for_every_access_has_cells_of_any_stage() {
        String variant = "\"variants\": [{\"when\": \"x\", \"src\": {\"*\": {\"HOST\": [\"flush:L2\"]}}}]";

        assertThat(read(GOOD.replace("\"dst\": {}", "\"dst\": {}, " + variant)).variants())
                .hasSize(1);
    }

    @Test
    void a_profile_has_a_name() {
        assertThatThrownBy(() -> read(GOOD.replace("\"mine\"", "\" \"")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("p.json:3:")
                .hasMessageContaining("name: is empty");
    }

    @Test
    void a_profile_may_be_yaml() {
        BarrierProfile profile = BarrierProfileReader.read("p.yaml", """
                name: mine
                caches: []
                src: {VK_ACCESS_TRANSFER_WRITE_BIT: {"*": ["flush:L2"]}}
                dst: {}
                """.getBytes(StandardCharsets.UTF_8));

        assertThat(profile.src().rows()).containsOnlyKeys(Access.TRANSFER_WRITE);
        assertThat(profile.implicitAssumed()).isTrue();
    }

    @Test
    void an_unwritten_submission_is_assumed_and_an_empty_one_is_not() {
        assertThat(read(GOOD.replace(", \"submit_end\": []", "").replace("\"extracted\"", "\"not extracted\""))
                        .implicitAssumed())
                .isTrue();
        assertThat(read(GOOD.replace("\"extracted\"", "\"partly extracted\"")).implicitAssumed())
                .isFalse();
    }

    private static final String COSTS = GOOD.replace(
                    "\"dst\": {}", "\"dst\": {\"NONE\": {\"TOP_OF_PIPE\": [\"invalidate:L2\"]}}")
            .replace("\"submit_end\": []}", """
                    "submit_end": []},
                     "costs": {"status": "guess", "command": 30, "event": {"set": 1, "reset": 2, "wait": 3},
                     "actions": {"flush:L2": 100},
                     "dst": {"INDEX_READ": {"*": 7}, "NONE": {"TOP_OF_PIPE": 8}}}""");

    @Test
    void costs_are_read() {
        BarrierProfile profile = read(COSTS);

        assertThat(profile.costs().command()).isEqualTo(30);
        assertThat(profile.costs().eventWait()).isEqualTo(3);
        assertThat(profile.costs().of(CacheAction.parse("pend:flush:L2"))).isEqualTo(100);
        assertThat(profile.costs().dst().rows()).containsOnlyKeys(Access.INDEX_READ);
        assertThat(profile.costs().dst().execution()).hasSize(1);
        assertThat(profile.dst().execution()).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"command\": 30",
                "\"event\": {\"wait\": 3}",
                "\"actions\": {\"flush:L2\": 100}",
                "\"dst\": {\"INDEX_READ\": {\"*\": 7}}"
            })
    void each_part_of_the_costs_may_stand_alone(String part) {
        BarrierProfile profile = read(GOOD.replace(
                "\"submit_end\": []}", "\"submit_end\": []}, \"costs\": {\"status\": \"guess\", " + part + "}"));

        assertThat(profile.costs().none()).isFalse();
    }

    @Test
    void a_profile_that_says_nothing_of_costs_has_none() {
        assertThat(read(GOOD).costs().none()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"guess\"             | \"\"                | 9  | 22 | say where the numbers come from",
                "\"command\": 30       | \"command\": -1     | 9  | 42 | command",
                "\"command\"           | \"comand\"          | 9  | 31 | did you mean 'command'",
                "\"wait\": 3           | \"wait\": 9000000000 | 9 | 86 | wait",
                "\"flush:L2\": 100     | \"flush:L3\": 100   | 10 | 14 | did you mean 'flush:L2'",
                "\"flush:L2\": 100     | \"pend:flush:L2\": 1 | 10 | 14 | flush:L2",
                "\"flush:L2\": 100     | \"flush:L2\": -1    | 10 | 26 | not from 0",
                "INDEX_READ            | INDEXREAD           | 11 | 10 | did you mean",
                "\"NONE\": {\"TOP_OF_PIPE\": 8} | \"UNIFORM_READ\": {\"TOP_OF_PIPE\": 8} | 11 | 51 | only the row NONE",
                "{\"*\": 7}            | {\"HOST\": 7}      | 11 | 25 | HOST never makes INDEX_READ; what does: VERTEX_INPUT",
            })
    void a_wrong_cost_is_placed(String right, String wrong, int line, int column, String said) {
        assertThat(COSTS).contains(right);
        assertThatThrownBy(() -> read(COSTS.replace(right, wrong))).isInstanceOfSatisfying(ConfigException.class, e -> {
            assertThat(e.getMessage()).startsWith("p.json:" + line + ":" + column + ": ");
            assertThat(e.problem()).contains(said).doesNotContain("\n");
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"caches\"       | \"cahces\"     | 4 | 2  | cahces | caches",
                "\"write\"        | \"wriet\"      | 4 | 26 | wriet | write",
                "TRANSFER_WRITE   | TRANSFER_WRIT  | 5 | 10 | TRANSFER_WRIT | TRANSFER_WRITE",
                "\"TRANSFER\"     | \"TRANSFR\"    | 5 | 29 | TRANSFR | TRANSFER",
                "flush:L2         | flash:L2       | 5 | 42 | flash:L2 | flush",
                "wait:DMA         | wait:DMB       | 7 | 49 | DMB | DMA",
                "[\"COPY\"]       | [\"COPYY\"]    | 7 | 28 | COPYY | COPY",
                "barriers/1       | barriers/2     | 2 | 12 | barriers/2 | barriers/1",
                "\"submit_end\"   | \"submit_ends\" | 8 | 38 | submit_ends | submit_end",
            })
    void a_wrong_word_is_placed_and_the_nearest_is_named(
            String right, String wrong, int line, int column, String named, String nearest) {
        assertThatThrownBy(() -> read(GOOD.replace(right, wrong))).isInstanceOfSatisfying(ConfigException.class, e -> {
            assertThat(e.getMessage()).startsWith("p.json:" + line + ":" + column + ": ");
            assertThat(e.problem()).contains(named).contains(nearest).doesNotContain("\n");
        });
    }

    @Test
    void a_forgotten_side_is_an_error() {
        assertThatThrownBy(() -> read(GOOD.replace("\"dst\": {},", "")))
                .isInstanceOf(ConfigException.class)
                .hasMessage("p.json:1:1: missing key 'dst'");
    }

    @Test
    void a_row_that_is_given_under_two_names_is_an_error() {
        assertThatThrownBy(() -> read(GOOD.replace(
                        "\"dst\": {}",
                        "\"dst\": {\"SHADER_READ\": {\"*\": []}, \"VK_ACCESS_SHADER_READ_BIT\": {\"*\": []}}")))
                .isInstanceOf(ConfigException.class)
                .hasMessage("p.json:6:36: a second row for SHADER_READ");
    }

    @Test
    void a_cache_action_among_waits_is_an_error() {
        assertThatThrownBy(() -> read(GOOD.replace("wait:DMA", "flush:L2")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("'flush:L2' is no wait");
    }

    @Test
    void a_wait_rule_in_unknown_words_becomes_a_note() {
        BarrierProfile profile = read(GOOD.replace("wait:IDLE already chosen", "it rains"));

        assertThat(profile.waitNotes()).containsExactly("src_stages COPY; actions wait:DMA; unless it rains");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'when': '', 'drop': ['flush:L2']}        | when: a variant is called by the first words",
                "{'when': ': words', 'drop': ['flush:L2']} | and here are none",
                "{'when': 'a', 'drop': ['flush:L3']}       | no row of this profile does flush:L3",
                "{'when': 'a', 'drop': ['pend:flush:L2']}  | no row of this profile does pend:flush:L2",
                "{'when': 'a', 'drop': ['wait:DMA']}       | no row of this profile does wait:DMA",
                "{'when': 'a', 'src': {'SHADER_READ': {}}} | SHADER_READ is a read: its row belongs under dst",
            })
    void a_variant_that_could_never_do_anything_is_an_error(String variant, String said) {
        String variants = "\"dst\": {}, \"variants\": [" + variant.replace('\'', '"') + "]";

        assertThatThrownBy(() -> read(GOOD.replace("\"dst\": {}", variants)))
                .isInstanceOfSatisfying(ConfigException.class, e -> {
                    assertThat(e.getMessage()).startsWith("p.json:6:");
                    assertThat(e.problem()).contains(said).doesNotContain("\n");
                });
    }

    @Test
    void a_variant_in_words_alone_needs_no_name() {
        String variants = "\"dst\": {}, \"variants\": [{\"when\": \": only words\"}]";

        assertThat(read(GOOD.replace("\"dst\": {}", variants)).variants()).hasSize(1);
    }

    @Test
    void a_read_has_no_row_in_the_first_half() {
        assertThatThrownBy(() -> read(GOOD.replace("\"src\": {", "\"src\": {\"HOST_READ\": {\"*\": [\"flush:L2\"]}, ")))
                .isInstanceOf(ConfigException.class)
                .hasMessage("p.json:5:10: a first half makes writes available, and HOST_READ is a read:"
                        + " its row belongs under dst");
    }

    @ParameterizedTest
    @ValueSource(strings = {"VRAM", "GMEM"})
    void a_cache_is_not_called_as_a_memory_is(String id) {
        assertThatThrownBy(() -> read(GOOD.replace("[{\"id\"", "[{\"id\": \"" + id + "\"}, {\"id\"")))
                .isInstanceOf(ConfigException.class)
                .hasMessage("p.json:4:20: id: " + id + " is a memory, and no cache can be called that");
    }

    @Test
    void two_variants_of_one_name_are_an_error() {
        String variants = "\"dst\": {}, \"variants\": [{\"when\": \"a: x\"}, {\"when\": \"a (y)\"}]";

        assertThatThrownBy(() -> read(GOOD.replace("\"dst\": {}", variants)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("two variants are called a");
    }

    @Test
    void a_path_is_read_as_a_file(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("mine.json"), GOOD);

        assertThat(Profiles.load(file.toString()).name()).isEqualTo("mine");
        assertThatThrownBy(() -> Profiles.load(folder.resolve("none.json").toString()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("no such file");
    }
}
