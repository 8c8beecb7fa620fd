// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.differential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.sluice.config.ConfigException;
import dev.sluice.config.device.Devices;
import dev.sluice.device.Client;
import dev.sluice.device.GpuSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The link between the two truths ({@code docs/model.md}, Two truths): a stream that the checker finds free of hazards never shows a stale
 * read or a lost write, on any device, with any caches; so where the machine shows one, the checker has found a hazard.
 *
 * <p>The campaign of every build draws 300 streams, of which each device runs a third, and each stream a third of the devices.
 * {@code -Dsluice.differential.cases=N} runs N streams on each device, {@code -Dsluice.differential.seed=S} begins
 * with another one, {@code -Dsluice.differential.weaker=N} weakens every third stream N times instead of 5, {@code
 * -Dsluice.differential.device=D} runs one device only.
 */
final class DifferentialTest {

    private static final int CASES = Integer.getInteger("sluice.differential.cases", 100);
    private static final long FIRST = Long.getLong("sluice.differential.seed", 0);

    /** The campaign of every build draws the same each time: what it has drawn once it must not lose. */
    private static final boolean SHIPPED_CAMPAIGN = CASES == 100 && FIRST == 0;

    /** Into how many parts the streams of that campaign are dealt out to the devices. */
    private static final int PARTS = 3;

    /** How many streams free of hazards there were of each kind on all devices, and how many there must be. */
    private static final Map<String, int[]> ON_ALL_DEVICES = new LinkedHashMap<>();

    /** Of the streams four in ten are free of hazards, and six are not: a lower bound of both. */
    private static final double SHARE_OF_EACH_SIDE = 0.25;

    /** Of the streams two in a hundred are free of hazards and of the rarest kind: a lower bound of that. */
    private static final double SHARE_OF_A_KIND = 0.01;

    private static final String ONLY = System.getProperty("sluice.differential.device", "");

    /** How often something is tried to be taken from the synchronization of every third stream. */
    private static final int WEAKER = Integer.getInteger("sluice.differential.weaker", 5);

    /** What the streams must be about, each in several that are free of hazards. */
    private static final List<String> KINDS = List.of(
            "copyBuffer:",
            "dispatchIndirect:",
            "kernel: count",
            "setEvent:",
            "setEvent: h",
            "buffers: \\[\\{buffer",
            "kernel: sampled",
            "kernel: poke",
            "kernel: level",
            "baseMipLevel: 1",
            "mipLevel: 1",
            "clearColorImage:",
            "clearDepthStencilImage:",
            "copyImageToBuffer:",
            "copyBufferToImage:",
            "copyImage:",
            "blitImage:",
            "resolveImage:",
            "resolve: i",
            "depthAttachment:",
            "fragment: deep",
            "blend: true",
            "storeOp: DONT_CARE",
            "clearAttachments:",
            "drawIndexed:",
            "drawIndirect:",
            "stride: 16",
            "fragment: spill",
            "fragment: fetch",
            "vertex: vertices",
            "(?s)BY_REGION.*beginRenderPass:",
            "srcSubpass: 0",
            "image: l, oldLayout: UNDEFINED",
            "executeCommands:",
            "threads:",
            "wait: .*t0, value",
            "wait: .*s1x0x0",
            "wait: .*x1",
            "waitSemaphores: .*t0",
            "waitForFences:",
            "hostRead:");

    /** Of devices with several queue families. */
    private static final List<String> KINDS_OF_FAMILIES =
            List.of("buffers: .*srcQueueFamily", "images: .*srcQueueFamily", "queue: (transfer|compute)");

    static Stream<String> devices() {
        return Devices.names().stream().filter(name -> ONLY.isEmpty() || name.equals(ONLY));
    }

    @ParameterizedTest
    @MethodSource("devices")
    void a_stream_without_hazards_reads_nothing_stale_and_loses_nothing(String device) {
        GpuSpec shipped = Devices.load(device);
        List<String> queues = shipped.queueFamilies().stream()
                .map(family -> family.name() + ".0")
                .toList();
        // where transfers pass by the caches, neighbours of one line are LINE_SHARING
        boolean packable = !GpuSpec.VRAM.equals(shipped.clients().get(Client.TRANSFER));
        Map<Pattern, Integer> kinds = new LinkedHashMap<>();
        KINDS.forEach(kind -> kinds.put(Pattern.compile(kind), 0));
        if (queues.size() > 1) {
            KINDS_OF_FAMILIES.forEach(kind -> kinds.put(Pattern.compile(kind), 0));
        }
        int clean = 0;
        int begin = SHIPPED_CAMPAIGN ? (Devices.names().indexOf(device) + 1) % PARTS * CASES : 0;
        for (int i = begin; i < begin + CASES; i++) {
            long seed = FIRST + i;
            String text = new RandomStream(seed, queues, packable && i % 4 == 3).text("case-" + seed);
            GpuSpec spec = i % 5 == 4 ? shipped : RandomDevice.of(shipped, seed);
            if (!new Truths(spec, text).clean()) {
                continue;
            }
            clean++;
            kinds.replaceAll((kind, count) -> count + (kind.matcher(text).find() ? 1 : 0));
            String stream =
                    i % 3 == 0 ? new RandomWeakening(seed).weaken(text, WEAKER, less -> clean(spec, less)) : text;
            String finding = new Truths(spec, stream).finding(seed);
            if (!finding.isEmpty()) {
                fail(device + ", seed " + seed + ": " + finding + "\n"
                        + StreamReducer.reduce(stream, less -> shows(spec, less, finding, seed)));
            }
        }
        // neither side is empty, or this would test nothing
        int some = Quota.least(CASES, SHARE_OF_EACH_SIDE);
        assertThat(clean).isBetween(some, CASES - some);
        int least = SHIPPED_CAMPAIGN ? CASES / 100 : Quota.least(CASES, SHARE_OF_A_KIND);
        kinds.forEach((kind, count) -> {
            int[] sums = ON_ALL_DEVICES.computeIfAbsent(kind.pattern(), key -> new int[2]);
            sums[0] += count;
            sums[1] += least;
        });
    }

    @AfterAll
    static void streams_of_all_kinds_were_drawn() {
        assertThat(ON_ALL_DEVICES)
                .allSatisfy((kind, sums) -> assertThat(sums[0]).as(kind).isGreaterThanOrEqualTo(sums[1]));
    }

    /** Whether a weakened stream is still one, and the checker has nothing to say of it. */
    private static boolean clean(GpuSpec device, String stream) {
        try {
            return new Truths(device, stream).clean();
        } catch (ConfigException e) {
            return false;
        }
    }

    /** Whether a reduced stream still has the same kind of finding; one that is no stream any more has not. */
    private static boolean shows(GpuSpec device, String stream, String finding, long seed) {
        try {
            Truths truths = new Truths(device, stream);
            return truths.clean() && truths.finds(finding, seed);
        } catch (RuntimeException e) {
            return false;
        }
    }
}
