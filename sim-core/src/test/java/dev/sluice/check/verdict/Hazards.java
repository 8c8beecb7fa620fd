// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.verdict;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.hazard.HazardKind;
import dev.sluice.check.hazard.MissingHalf;
import dev.sluice.program.Origin;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Stage;
import java.util.List;

/** Hazards made by hand: between commands {@code first} and {@code second}, of a buffer. */
final class Hazards {

    private Hazards() {}

    static Hazard of(
            HazardKind kind,
            String buffer,
            long offset,
            long size,
            Hazard.Party prior,
            Hazard.Party current,
            MissingHalf missing) {
        return new Hazard(
                kind, prior, current, buffer, offset, size, size, null, missing, new Cure.Note("x"), List.of(), true);
    }

    static Hazard of(HazardKind kind, String buffer, Hazard.Party prior, Hazard.Party current) {
        return of(kind, buffer, 0, 64, prior, current, MissingHalf.EXECUTION);
    }

    static Hazard.Party party(String id, String resource, Stage stage, Access... accesses) {
        long mask = 0;
        for (Access access : accesses) {
            mask |= access.mask();
        }
        return new Hazard.Party(
                Hazard.Agent.DEVICE, id, "copyBuffer", "", Origin.at("t"), "universal.0", resource, stage.mask(), mask);
    }

    static Hazard.Party transition(String id, String image) {
        return new Hazard.Party(
                Hazard.Agent.TRANSITION, id, "pipelineBarrier", "", Origin.at("t"), "universal.0", image, 0, 0);
    }

    /** What the host may read of a write. */
    static Hazard reading(Hazard.Party writer) {
        Hazard.Party host = new Hazard.Party(
                Hazard.Agent.HOST,
                "host.3",
                "waitForFences",
                "",
                Origin.at("t"),
                "host",
                writer.resource(),
                Stage.HOST.mask(),
                Access.HOST_READ.mask());
        return of(HazardKind.READ_AFTER_WRITE, writer.resource(), 64, 32, writer, host, MissingHalf.HOST_DOMAIN);
    }
}
