// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.profile;

import static dev.sluice.config.profile.BarrierTables.flag;
import static dev.sluice.config.profile.BarrierTables.map;
import static dev.sluice.config.profile.BarrierTables.maps;
import static dev.sluice.config.profile.BarrierTables.text;
import static dev.sluice.config.profile.BarrierTables.texts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.config.source.MapNode;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.ActionOrder;
import dev.sluice.program.sync.CacheAction;
import dev.sluice.program.sync.CacheRole;
import dev.sluice.program.sync.Pipeline;
import dev.sluice.program.sync.QueueCapabilities;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.StageGroup;
import dev.sluice.program.sync.Stages;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The tables that the simulator has in Java equal the reference files, entry by entry. */
final class BarrierTablesTest {
    private static final MapNode STAGES = BarrierTables.read("stages.json");
    private static final MapNode ACCESS = BarrierTables.read("access.json");
    private static final MapNode ACTIONS = BarrierTables.read("actions.json");

    private static List<MapNode> stages() {
        return maps(STAGES, "stages");
    }

    private static List<MapNode> accesses() {
        return maps(ACCESS, "accesses");
    }

    private static List<MapNode.Entry> byStage() {
        return new ArrayList<>(map(ACCESS, "by_stage").entries());
    }

    private static long stageMask(List<String> names) {
        return names.stream().mapToLong(name -> Stage.valueOf(name).mask()).reduce(0, (a, b) -> a | b);
    }

    private static long expanded(List<String> names) {
        return Stages.expand(stageMask(names), QueueCapabilities.ALL);
    }

    private static long accessMask(List<String> names) {
        return names.stream().mapToLong(name -> Access.valueOf(name).mask()).reduce(0, (a, b) -> a | b);
    }

    @Test
    void stages_and_accesses_are_complete_and_in_order() {
        assertThat(Arrays.stream(Stage.values()).map(Enum::name))
                .containsExactlyElementsOf(
                        stages().stream().map(s -> text(s, "name")).toList());
        assertThat(Arrays.stream(Access.values()).map(Enum::name))
                .containsExactlyElementsOf(
                        accesses().stream().map(a -> text(a, "name")).toList());
    }

    @ParameterizedTest
    @MethodSource("stages")
    void a_stage_equals_its_entry(MapNode entry) {
        Stage stage = Stage.valueOf(text(entry, "name"));

        assertThat(stage.mask()).isEqualTo(Long.decode(text(entry, "value")));
        assertThat(stage.bit()).isEqualTo(text(entry, "bit").isEmpty() ? -1 : Integer.parseInt(text(entry, "bit")));
        assertThat(stage.kind().name()).isEqualTo(text(entry, "kind").toUpperCase(Locale.ROOT));
        assertThat(stage.shader()).isEqualTo(flag(entry, "shader"));
        assertThat(stage.framebufferSpace()).isEqualTo(flag(entry, "framebuffer_space"));
        assertThat(stage.bit() >= 32).isEqualTo(flag(entry, "needs_64bit"));
        assertThat(stage.extension()).isEqualTo(String.join("", texts(entry, "extension")));
        if (stage.kind() == Stage.Kind.GROUP) {
            assertThat(stage.expansion()).isEqualTo(expanded(texts(entry, "expands_to")));
        }
    }

    @ParameterizedTest
    @MethodSource("stages")
    void a_stages_queues_equal_its_entry(MapNode entry) {
        Stage stage = Stage.valueOf(text(entry, "name"));
        List<String> queues = texts(entry, "queues");

        assertThat(stage.queues())
                .isEqualTo(
                        queues.contains("ANY")
                                ? -1
                                : queues.stream()
                                        .mapToInt(name -> queueBit(name))
                                        .reduce(0, (a, b) -> a | b));
    }

    /** The bit of one capability, without the transfer capability that graphics and compute imply. */
    private static int queueBit(String name) {
        int mask = QueueCapabilities.of(List.of(name)).mask();
        return name.equals("TRANSFER") ? mask : mask & ~QueueCapabilities.TRANSFER;
    }

    @ParameterizedTest
    @MethodSource("stages")
    void every_name_of_a_stage_is_read(MapNode entry) {
        Stage stage = Stage.valueOf(text(entry, "name"));
        List<String> names = new ArrayList<>(texts(entry, "vk_aliases"));
        names.add(text(entry, "vk"));
        names.add(stage.name());
        if (!text(entry, "legacy_vk").isEmpty()) {
            names.add(text(entry, "legacy_vk"));
        }

        assertThat(names).allSatisfy(name -> assertThat(Stages.parse(name)).isEqualTo(stage));
    }

    @ParameterizedTest
    @MethodSource("accesses")
    void an_access_equals_its_entry(MapNode entry) {
        Access access = Access.valueOf(text(entry, "name"));

        assertThat(access.mask()).isEqualTo(Long.decode(text(entry, "value")));
        assertThat(access.bit()).isEqualTo(text(entry, "bit").isEmpty() ? -1 : Integer.parseInt(text(entry, "bit")));
        assertThat(access.isRead()).isEqualTo(flag(entry, "read"));
        assertThat(access.isWrite()).isEqualTo(flag(entry, "write"));
        assertThat(access.bit() >= 32).isEqualTo(flag(entry, "needs_64bit"));
        assertThat(access.declaredStages())
                .isEqualTo(texts(entry, "stages").contains("ANY") ? -1L : stageMask(texts(entry, "stages")));
        assertThat(access.isShorthand()).isEqualTo(map(ACCESS, "shorthands").get(access.name()) != null);
        if (!texts(entry, "expands_to").isEmpty()) {
            assertThat(Accesses.parts(access, Stages.SHADERS)).isEqualTo(accessMask(texts(entry, "expands_to")));
        }
        List<String> conditional = entry.get("conditional_stages") instanceof MapNode stages
                ? stages.entries().stream().map(MapNode.Entry::key).toList()
                : List.of();
        assertThat(access.conditionalStages()).isEqualTo(stageMask(conditional));
    }

    @ParameterizedTest
    @MethodSource("accesses")
    void every_name_of_an_access_is_read(MapNode entry) {
        Access access = Access.valueOf(text(entry, "name"));
        List<String> names = new ArrayList<>(texts(entry, "vk_aliases"));
        names.add(text(entry, "vk"));
        names.add(access.name());
        if (!text(entry, "legacy_vk").isEmpty()) {
            names.add(text(entry, "legacy_vk"));
        }

        assertThat(names).allSatisfy(name -> assertThat(Accesses.parse(name)).isEqualTo(access));
    }

    @ParameterizedTest
    @MethodSource("byStage")
    void memory_accesses_mean_what_the_reverse_table_lists(MapNode.Entry entry) {
        MapNode made = (MapNode) entry.value();
        long scope = expanded(List.of(entry.key()));

        // what SHADER_READ is the whole of, the table names beside itself (shorthands, note of SHADER_READ)
        long whole = Accesses.parts(Access.SHADER_READ, scope) & Access.SHADER_READ.mask();
        assertThat(Accesses.parts(Access.MEMORY_READ, scope)).isEqualTo(accessMask(texts(made, "read")) | whole);
        assertThat(Accesses.parts(Access.MEMORY_WRITE, scope)).isEqualTo(accessMask(texts(made, "write")));
    }

    @Test
    void all_commands_has_the_listed_stages_on_each_sort_of_queue() {
        MapNode perQueue = map(map(STAGES, "all_commands"), "per_queue");

        for (MapNode.Entry queue : perQueue.entries()) {
            long listed = expanded(texts(perQueue, queue.key()));
            // a graphics or compute queue can transfer, and so has the transfer stages in either list anyway
            assertThat(Stages.expand(Stage.ALL_COMMANDS.mask(), QueueCapabilities.of(List.of(queue.key()))))
                    .as(queue.key())
                    .isEqualTo(listed);
        }
        assertThat(perQueue.size()).isEqualTo(3);
    }

    @Test
    void pipelines_have_the_listed_order() {
        List<Pipeline> listed = new ArrayList<>();
        for (MapNode entry : maps(STAGES, "pipelines")) {
            List<Pipeline.Unordered> unordered = new ArrayList<>();
            if (entry.get("unordered") != null) {
                for (MapNode free : maps(entry, "unordered")) {
                    String before = text(free, "before");
                    unordered.add(new Pipeline.Unordered(
                            Stage.valueOf(text(free, "stage")), before.isEmpty() ? Stage.NONE : Stage.valueOf(before)));
                }
            }
            listed.add(new Pipeline(
                    text(entry, "name"),
                    texts(entry, "order").stream().map(Stage::valueOf).toList(),
                    unordered));
        }

        assertThat(Pipeline.ALL).isEqualTo(listed);
    }

    @Test
    void stage_groups_are_the_listed_columns() {
        MapNode groups = map(STAGES, "stage_groups");

        assertThat(StageGroup.names())
                .containsExactlyElementsOf(
                        groups.entries().stream().map(MapNode.Entry::key).toList());
        for (StageGroup group : StageGroup.values()) {
            assertThat(group.stages()).as(group.name()).isEqualTo(stageMask(texts(groups, group.name())));
        }
    }

    @Test
    void the_vocabulary_of_actions_is_the_listed_one() {
        assertThat(ActionOrder.LIST).isEqualTo(texts(map(ACTIONS, "order"), "list"));
        assertThat(CacheRole.KNOWN)
                .isEqualTo(map(ACTIONS, "caches").entries().stream()
                        .map(MapNode.Entry::key)
                        .toList());
        assertThat(CacheAction.WAITS)
                .isEqualTo(map(ACTIONS, "waits").entries().stream()
                        .map(MapNode.Entry::key)
                        .toList());
    }
}
