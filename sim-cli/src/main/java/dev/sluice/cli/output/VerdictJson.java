// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.verdict.NotJudged;
import dev.sluice.check.verdict.Verdict;
import dev.sluice.check.verdict.VerdictKind;
import dev.sluice.cli.bite.Bite;
import dev.sluice.cli.bite.Bites;
import dev.sluice.config.rewrite.CureText;
import dev.sluice.program.Barrier;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.Stages;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Verdicts on dependencies as JSON: {@code verdicts[]} of {@code check --json}. */
final class VerdictJson {
    private VerdictJson() {}

    static ArrayNode of(List<Verdict> verdicts, List<Hazard> hazards, @Nullable Bites bites) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        verdicts.forEach(verdict -> put(array.addObject(), verdict, hazards, bites));
        return array;
    }

    private static void put(ObjectNode node, Verdict verdict, List<Hazard> hazards, @Nullable Bites bites) {
        node.put("dependency", verdict.dependency());
        node.put("command", verdict.command());
        node.put("place", verdict.origin().where());
        node.put("verdict", verdict.kind().words());
        node.put("detail", verdict.detail());
        if (verdict.id() != null) {
            node.put("kind", verdict.id().kind().name());
        }
        if (verdict.barrier() != null) {
            put(node.putObject("barrier"), verdict.barrier());
        }
        if (verdict.kind() == VerdictKind.WIDER_THAN_NEEDED || verdict.kind() == VerdictKind.PRESENT_AND_NOT_NEEDED) {
            Verdict.Unneeded unneeded = verdict.unneeded();
            ObjectNode spare = node.putObject("unneeded");
            masks(spare, unneeded.srcStages(), unneeded.srcAccess(), unneeded.dstStages(), unneeded.dstAccess());
            spare.put("range", verdict.unneededRange());
        }
        if (verdict.narrowest() != null) {
            put(node.putObject("narrowest"), verdict.narrowest());
        }
        Hazard hazard = verdict.hazard();
        if (hazard != null) {
            node.put("prior", hazard.prior().id());
            node.put("current", hazard.current().id());
            node.put("resource", hazard.resource());
            node.put("suggestion", CureText.line(cure(hazard, hazards)));
            if (bites != null) {
                ObjectNode devices = node.putObject("devices");
                bites.of(hazard).forEach((device, bite) -> devices.put(device, bite.word()));
                details(node, "differences", bites.of(hazard), Bite.Kind.STALE);
                details(node, "notShown", bites.of(hazard), Bite.Kind.NOT_SHOWN);
            }
        }
    }

    /** The cure of the same hazard that was checked. */
    private static Cure cure(Hazard hazard, List<Hazard> hazards) {
        return hazards.stream()
                .filter(one -> one.with(hazard.cure()).equals(hazard))
                .findFirst()
                .orElse(hazard)
                .cure();
    }

    /** Puts how many dependencies were not judged, and which. */
    static void put(ObjectNode node, NotJudged rest) {
        node.put("count", rest.count());
        rest.program().forEach(node.putArray("program")::add);
        rest.setUp().forEach(node.putArray("setUp")::add);
        rest.firstFrame().forEach(node.putArray("firstFrame")::add);
        rest.besideUnseen().forEach(node.putArray("besideUnseen")::add);
    }

    /** By device what there is to say of bites of one sort; no key where there is nothing. */
    private static void details(ObjectNode node, String key, Map<String, Bite> bites, Bite.Kind kind) {
        ObjectNode devices = JsonNodeFactory.instance.objectNode();
        bites.forEach((device, bite) -> {
            if (bite.kind() == kind) {
                bite.details().forEach(devices.putArray(device)::add);
            }
        });
        if (!devices.isEmpty()) {
            node.set(key, devices);
        }
    }

    private static void put(ObjectNode node, Barrier barrier) {
        masks(node, barrier.srcStages(), barrier.srcAccess(), barrier.dstStages(), barrier.dstAccess());
        if (barrier.range() != null) {
            node.put("buffer", barrier.range().buffer());
            node.put("offset", barrier.range().offset());
            node.put("size", barrier.range().size());
        }
        ImageTransition image = barrier.image();
        if (image != null) {
            node.put("image", image.range().image());
            node.put("oldLayout", image.oldLayout().name());
            node.put("newLayout", image.newLayout().name());
        }
    }

    private static void masks(ObjectNode node, long srcStages, long srcAccess, long dstStages, long dstAccess) {
        Stages.names(srcStages).forEach(node.putArray("srcStage")::add);
        Accesses.names(srcAccess).forEach(node.putArray("srcAccess")::add);
        Stages.names(dstStages).forEach(node.putArray("dstStage")::add);
        Accesses.names(dstAccess).forEach(node.putArray("dstAccess")::add);
    }
}
