// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import dev.sluice.cli.barriers.BarrierTable;
import dev.sluice.cli.input.Provenance;
import dev.sluice.cli.report.CureSyntax;
import dev.sluice.cli.report.Quantity;
import dev.sluice.cli.run.RunEnergy;
import dev.sluice.cli.run.RunTiming;
import dev.sluice.cli.run.StreamCheck;
import dev.sluice.config.calls.LeftOut;
import dev.sluice.config.rewrite.CureText;
import dev.sluice.program.edit.Cure;
import dev.sluice.result.CacheCounters;
import dev.sluice.result.GraphicsResult;
import dev.sluice.result.LineCompressionResult;
import dev.sluice.result.PrefetchResult;
import dev.sluice.result.RegionResult;
import dev.sluice.result.RunFinding;
import dev.sluice.result.RunResult;
import dev.sluice.result.StructureResult;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * {@code result.json} ({@code docs/formats.md}, Result files): the same run gives the same bytes, {@code wallSeconds} and {@code timing}
 * aside.
 *
 * <p>Keys are the component names of {@link RunResult}, so what is added there appears here; a cache's counters stand
 * beside its {@code instances}. What a stream without images lacks ({@code rop}, {@code display}) is null.
 */
public final class ResultJson {
    /** The version of the format. */
    public static final int FORMAT = 1;

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .addModule(new SimpleModule()
                    .addSerializer(double.class, new Doubles())
                    .addSerializer(Double.class, new Doubles())
                    .addSerializer(Cure.class, new Cures()))
            .build();

    private ResultJson() {}

    /**
     * The file.
     *
     * @param version Sluice's version
     * @param timing what the run cost the host
     * @param check its hazards and lint findings, or null if nobody looked
     * @param leftOut what the import that made the stream left out
     * @param barriers the barrier table, or null if nobody asked for it
     * @param provenance what the run was made of
     */
    public static JsonDocument of(
            RunResult result,
            String version,
            RunTiming timing,
            @Nullable StreamCheck check,
            LeftOut leftOut,
            @Nullable BarrierTable barriers,
            Provenance provenance) {
        return new JsonDocument(() -> root(result, version, timing, check, leftOut, barriers, provenance), MAPPER);
    }

    private static ObjectNode root(
            RunResult result,
            String version,
            RunTiming timing,
            @Nullable StreamCheck check,
            LeftOut leftOut,
            @Nullable BarrierTable barriers,
            Provenance provenance) {
        ObjectNode root = MAPPER.createObjectNode();
        root.put("sluice", FORMAT);
        root.put("stream", result.stream());
        root.put("device", result.device());
        root.put("profile", result.profile());
        LeftOutJson.put(root, leftOut);
        root.put("calibrated", result.calibrated());
        root.put("timingOnly", result.timingOnly());
        root.put("seed", result.seed());
        root.put("version", version);
        ProvenanceJson.putInputs(root, provenance);
        root.put("cycles", result.cycles());
        root.put("timeNs", Quantity.exact(result.timeNs()));
        root.put("wallSeconds", Quantity.exact(timing.wallSeconds()));
        root.putObject("timing")
                .put("threads", timing.threads())
                .put("setupSeconds", Quantity.exact(timing.setupSeconds()))
                .put("cpuSeconds", Quantity.exact(timing.cpuSeconds()));
        root.put("requests", result.requests());
        root.put("sectors", result.sectors());
        root.put("events", result.events());
        root.put("interrupted", result.interrupted());
        RunResult.Cut cut = result.cut();
        if (cut != null) {
            root.put("cut", cut.text());
        }
        if (result.warmUp() != null) {
            put(root, "warmUp", result.warmUp());
        }
        put(root, "commands", result.commands());
        put(root, "barriers", result.barriers());
        put(root, "frames", result.frames());
        put(root, "limits", result.limits());
        root.set("barrierTable", barriers == null ? MAPPER.nullNode() : BarrierTableFiles.json(barriers));
        root.set("caches", caches(result.caches()));
        put(root, "vram", result.vram());
        put(root, "rop", result.rop());
        put(root, "host", result.host());
        put(root, "link", result.link());
        put(root, "network", result.network());
        put(root, "transfer", result.transfer());
        put(root, "tlb", result.tlb());
        put(root, "display", result.display());
        put(root, "energy", RunEnergy.of(result, provenance));
        put(root, "images", result.images());
        regions(root, result.regions());
        put(root, "analysis", result.analysis());
        put(root, "timestamps", result.timestamps());
        putTree(root, "lostWrites", result.lostWrites());
        put(root, "unwrittenReads", result.unwrittenReads());
        put(root, "outOfLimits", result.outOfLimits());
        putTree(root, "staleReads", result.staleReads());
        putTree(root, "tearing", result.tearing());
        cures(root, "lostWrites", result.lostWrites().stream().map(RunFinding.LostWrite::suggestion));
        cures(root, "staleReads", result.staleReads().stream().map(RunFinding.StaleRead::suggestion));
        cures(root, "tearing", result.tearing().stream().map(GraphicsResult.Tearing::suggestion));
        ArrayNode hazards = root.putArray("hazards");
        if (check != null) {
            check.problems().hazards().forEach(hazard -> CheckJson.put(hazards.addObject(), hazard, CureSyntax.STREAM));
        }
        root.set("lint", LintJson.of(check == null ? List.of() : check.findings()));
        put(root, "checks", result.checks());
        put(root, "notes", result.notes());
        put(root, "assumptions", result.assumptions());
        ProvenanceJson.putDevice(root, provenance);
        return root;
    }

    /** What is known of the suggestions of findings, each beside its text. */
    private static void cures(ObjectNode root, String key, Stream<Cure> suggestions) {
        List<Cure> all = suggestions.toList();
        for (int i = 0; i < all.size(); i++) {
            CureJson.put((ObjectNode) root.path(key).path(i), all.get(i), CureSyntax.STREAM);
        }
    }

    /** The parts that count what graphics did; null where the result lacks them. */
    static ObjectNode graphics(RunResult result) {
        ObjectNode root = MAPPER.createObjectNode();
        putTree(root, "rop", result.rop());
        putTree(root, "tlb", result.tlb());
        putTree(root, "display", result.display());
        return root;
    }

    /** A record of a result as an object. */
    static ObjectNode object(Object part) {
        return MAPPER.valueToTree(part);
    }

    private static void regions(ObjectNode root, List<RegionResult> regions) {
        putTree(root, "regions", regions);
        for (int i = 0; i < regions.size(); i++) {
            ObjectNode caches = ((ObjectNode) root.path("regions").path(i)).putObject("caches");
            regions.get(i).caches().forEach((name, cache) -> {
                ObjectNode node = counters(caches.putObject(name), cache.role(), cache.instances(), cache.total());
                put(node, "byClient", cache.byClient());
                mechanisms(node, cache.prefetch(), cache.structure(), cache.compression());
            });
        }
    }

    private static ObjectNode caches(Map<String, RunResult.CacheResult> caches) {
        ObjectNode nodes = MAPPER.createObjectNode();
        caches.forEach((name, cache) -> {
            ObjectNode node = counters(nodes.putObject(name), cache.role(), cache.instances(), cache.total());
            put(node, "byClient", cache.byClient());
            put(node, "byCommand", cache.byCommand());
            mechanisms(node, cache.prefetch(), cache.structure(), cache.compression());
            put(node, "optimal", cache.optimal());
        });
        return nodes;
    }

    /** What every cache node has, of a run and of a region: its counters stand beside its instances. */
    private static ObjectNode counters(ObjectNode node, String role, int instances, CacheCounters total) {
        node.put("role", role);
        node.put("instances", instances);
        node.setAll(object(total));
        node.put("aboveReadBytes", total.aboveReadBytes());
        node.put("aboveWriteBytes", total.aboveWriteBytes());
        node.put("belowReadBytes", total.belowReadBytes());
        node.put("belowWriteBytes", total.belowWriteBytes());
        return node;
    }

    /** What only some nodes have. */
    private static void mechanisms(
            ObjectNode node,
            @Nullable PrefetchResult prefetch,
            @Nullable StructureResult structure,
            @Nullable LineCompressionResult compression) {
        if (prefetch != null) {
            put(node, "prefetch", prefetch);
        }
        if (structure != null) {
            put(node, "structure", structure);
        }
        if (compression != null) {
            put(node, "compression", compression);
        }
    }

    /** A part that is written as it is. */
    private static void put(ObjectNode node, String key, @Nullable Object value) {
        node.putPOJO(key, value);
    }

    /** A part to which something is added. */
    private static void putTree(ObjectNode node, String key, @Nullable Object value) {
        node.set(key, value == null ? MAPPER.nullNode() : MAPPER.valueToTree(value));
    }

    private static final class Doubles extends StdSerializer<Double> {
        Doubles() {
            super(Double.class);
        }

        @Override
        public void serialize(Double value, JsonGenerator json, SerializationContext context) {
            json.writeNumber(Quantity.exact(value));
        }
    }

    private static final class Cures extends StdSerializer<Cure> {
        Cures() {
            super(Cure.class);
        }

        @Override
        public void serialize(Cure value, JsonGenerator json, SerializationContext context) {
            json.writeString(CureText.line(value));
        }
    }
}
