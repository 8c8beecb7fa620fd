// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.config.Presets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The hazards of every stream that comes with Sluice, as {@code check} reports them: exactly what the stream's comment says, and
 * none otherwise.
 */
final class ShippedHazardsTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** What is not clean: kinds of hazards, each with the half that is missing. */
    private static final Map<String, Set<String>> HAZARDS = new LinkedHashMap<>();

    /** Broken, but not by an order that is missing: what {@code check} has no hazard for, and why. */
    private static final Map<String, String> NO_HAZARDS = new LinkedHashMap<>();

    private static final String UNFLUSHED = "READ_AFTER_WRITE AVAILABILITY";

    static {
        HAZARDS.put("lessons/real-program-broken", Set.of("WRITE_AFTER_WRITE EXECUTION"));
        HAZARDS.put("scenarios/all-commands-not-host-broken", Set.of("READ_AFTER_WRITE HOST_DOMAIN"));
        HAZARDS.put("scenarios/atom-neighbours-broken", Set.of("WRITE_RACING_WRITE ATOM"));
        HAZARDS.put("scenarios/host-cached-read-broken", Set.of("READ_AFTER_WRITE INVALIDATE"));
        HAZARDS.put("scenarios/host-cached-write-broken", Set.of("READ_AFTER_WRITE FLUSH"));
        // the copy whose bytes are lost was never made available to the one that reads them
        HAZARDS.put("scenarios/line-dirty-lost-write-broken", Set.of(UNFLUSHED));
        HAZARDS.put("scenarios/shader-write-host-read-broken", Set.of("READ_AFTER_WRITE HOST_DOMAIN"));
        HAZARDS.put("scenarios/shader-write-transfer-read-broken", Set.of(UNFLUSHED));
        HAZARDS.put("scenarios/stale-l1-broken", Set.of("READ_AFTER_WRITE VISIBILITY"));
        HAZARDS.put("scenarios/stale-uniform-alias-broken", Set.of("READ_AFTER_WRITE VISIBILITY"));
        HAZARDS.put("scenarios/transfer-write-shader-read-broken", Set.of(UNFLUSHED));
        // the two fills are not ordered either
        HAZARDS.put(
                "scenarios/write-after-read-broken",
                Set.of("WRITE_AFTER_READ EXECUTION", "WRITE_AFTER_WRITE EXECUTION"));
        HAZARDS.put("scenarios/write-after-write-broken", Set.of("WRITE_AFTER_WRITE AVAILABILITY"));

        HAZARDS.put("synchronization/event-split-barrier-broken", Set.of(UNFLUSHED));
        HAZARDS.put("synchronization/event-wait-broken", Set.of("READ_AFTER_WRITE EXECUTION"));
        HAZARDS.put("synchronization/host-event-broken", Set.of("WRITE_RACING_READ FENCE"));
        HAZARDS.put("synchronization/ownership-no-acquire-broken", Set.of("READ_AFTER_WRITE ACQUIRE"));
        HAZARDS.put("synchronization/ownership-no-release-broken", Set.of("READ_AFTER_WRITE RELEASE"));
        HAZARDS.put("synchronization/ownership-none-broken", Set.of("READ_AFTER_WRITE TRANSFER"));
        HAZARDS.put("synchronization/secondary-barrier-broken", Set.of(UNFLUSHED));
        HAZARDS.put("synchronization/two-queues-broken", Set.of("READ_RACING_WRITE SEMAPHORE"));

        HAZARDS.put("graphics/color-write-sampled-read-broken", Set.of(UNFLUSHED));
        HAZARDS.put("graphics/color-write-transfer-read-broken", Set.of(UNFLUSHED));
        HAZARDS.put("graphics/condition-written-by-shader-broken", Set.of("READ_AFTER_WRITE EXECUTION"));
        HAZARDS.put("graphics/depth-write-sampled-read-broken", Set.of(UNFLUSHED));
        HAZARDS.put("graphics/dispatch-write-tessellation-read-broken", Set.of("READ_AFTER_WRITE EXECUTION"));
        HAZARDS.put("graphics/input-attachment-broken", Set.of(UNFLUSHED));
        HAZARDS.put("graphics/late-depth-early-test-broken", Set.of("READ_AFTER_WRITE EXECUTION"));
        HAZARDS.put("graphics/layers-clear-sampled-read-broken", Set.of(UNFLUSHED));
        // the layout transition is the second write
        HAZARDS.put("graphics/resolve-sample-broken", Set.of("WRITE_AFTER_WRITE EXECUTION"));
        HAZARDS.put("graphics/storage-image-write-blend-broken", Set.of(UNFLUSHED));
        HAZARDS.put("graphics/transfer-write-stencil-test-broken", Set.of(UNFLUSHED));

        HAZARDS.put("raytracing/build-trace-broken", Set.of("READ_AFTER_WRITE EXECUTION"));
        HAZARDS.put("raytracing/builds-share-scratch-broken", Set.of("READ_AFTER_WRITE EXECUTION"));

        HAZARDS.put("compact/write-after-read", Set.of("WRITE_AFTER_READ EXECUTION"));
        // barriers without accesses, so that the caches whose latency is measured keep their lines; the kernel's index
        // depends
        // on what it loads, so that all of the buffer counts
        HAZARDS.put("latency/chase-l1", Set.of(UNFLUSHED));
        HAZARDS.put("latency/chase-l2", Set.of(UNFLUSHED));
        HAZARDS.put("latency/chase-memory", Set.of(UNFLUSHED));
        // a barrier from TOP_OF_PIPE after a semaphore: docs/case-study-libplacebo.md
        HAZARDS.put("captures/ffmpeg-libplacebo", Set.of("WRITE_AFTER_WRITE CHAIN"));

        NO_HAZARDS.put("scenarios/line-sharing-broken", "the bytes differ: the device's fault (LINE_SHARING)");
        NO_HAZARDS.put("synchronization/message-broken", "within one dispatch, whose invocations have no clocks");
        NO_HAZARDS.put("graphics/attachment-and-storage-neighbour-broken", "the texels differ, as with LINE_SHARING");
        NO_HAZARDS.put("graphics/buffer-shares-page-broken", "a matter of placement");
        NO_HAZARDS.put("graphics/compressed-copy-through-buffer-broken", "ordered bytes of an opaque layout");
        NO_HAZARDS.put("graphics/fast-clear-sample-broken", "a wrong layout: the lint's layout-use-mismatch");
        NO_HAZARDS.put("graphics/undefined-loses-contents-broken", "ordered: the lint's discarded-read");
    }

    private static Set<String> hazards(String stream) {
        JsonNode report = JSON.readTree(Cli.run("check", stream, "--lint", "none", "--verdicts", "none", "--json")
                .out());
        assertThat(report.get("notes")).isEmpty();
        Set<String> found = new TreeSet<>();
        for (JsonNode hazard : report.get("hazards")) {
            found.add(
                    hazard.get("kind").stringValue() + " " + hazard.get("half").stringValue());
        }
        return found;
    }

    static Stream<String> streams() {
        return Presets.onClasspath().list(Presets.Kind.STREAMS).stream();
    }

    @ParameterizedTest
    @MethodSource("streams")
    void a_stream_has_the_hazards_that_its_comment_names_and_no_other(String stream) {
        assertThat(hazards(stream)).isEqualTo(HAZARDS.getOrDefault(stream, Set.of()));
    }

    /** The captures that no preset is made of: what the README beside them names. */
    @ParameterizedTest
    @CsvSource({
        "good,",
        "raw,READ_AFTER_WRITE EXECUTION",
        "waw,WRITE_AFTER_WRITE EXECUTION",
        "dispatch,READ_AFTER_WRITE EXECUTION"
    })
    void a_capture_has_the_hazard_that_is_in_its_name(String capture, @Nullable String hazard) {
        Path file = Runs.configs().resolve("streams/captures/fillcopy-" + capture + ".jsonl");

        assertThat(hazards(file.toString())).isEqualTo(hazard == null ? Set.of() : Set.of(hazard));
    }

    @Test
    void every_broken_stream_has_a_hazard_or_a_reason_why_not() {
        Set<String> listed = new TreeSet<>(HAZARDS.keySet());
        listed.addAll(NO_HAZARDS.keySet());

        assertThat(streams()).containsAll(listed);
        assertThat(streams().filter(stream -> stream.endsWith("-broken"))).allMatch(listed::contains);
        assertThat(HAZARDS.keySet()).doesNotContainAnyElementsOf(NO_HAZARDS.keySet());
    }
}
