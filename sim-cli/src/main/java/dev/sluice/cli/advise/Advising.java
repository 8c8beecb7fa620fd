// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.advise;

import dev.sluice.check.hazard.HazardChecker;
import dev.sluice.check.trace.DeviceFacts;
import dev.sluice.cli.input.LoadedRun;
import dev.sluice.cli.run.Session;
import dev.sluice.config.calls.LeftOut;
import dev.sluice.config.rewrite.StreamText;
import java.util.ArrayList;
import java.util.List;

/**
 * Advice on a stream, the rewritten text, and what became of its check.
 *
 * @param text the rewritten stream, the original where nothing changes
 * @param leftOut what the import that made the stream left out
 */
public record Advising(Advice advice, String text, Verification verified, LeftOut leftOut) {

    /**
     * Looks for better barriers, rewrites the stream and checks the rewritten one.
     *
     * @param devices names or files of devices, at least one
     * @param simulations runs that may be made to price changes
     */
    public static Advising of(Session session, EditableStream stream, List<String> devices, int simulations) {
        List<LoadedRun> streams = devices.stream().map(stream::on).toList();
        StreamText text = stream.text();
        Advisor advisor = new Advisor(session, streams, text, simulations);
        return session.visibly(advisor::doing, () -> {
            Advice advice = advisor.advise();
            String rewritten = text.edited(streams.get(0).stream(), advice.edits());
            EditableStream other = stream.with(rewritten);
            return new Advising(
                    advice,
                    rewritten,
                    verify(
                            advisor.pricing(),
                            streams,
                            devices.stream().map(other::on).toList(),
                            advice.edits().isEmpty()),
                    streams.get(0).leftOut());
        });
    }

    /** Whether it was stopped early, while it looked for barriers or while it compared bytes. */
    public boolean interrupted() {
        return advice.interrupted() || (!advice.edits().isEmpty() && !verified.ran());
    }

    private static Verification verify(
            Pricing pricing, List<LoadedRun> streams, List<LoadedRun> rewritten, boolean unchanged) {
        pricing.doing("comparing bytes");
        if (unchanged) {
            return new Verification(false, 0, List.of(), 0, List.of());
        }
        List<String> devices = new ArrayList<>();
        List<String> differences = new ArrayList<>();
        int hazards = 0;
        int compared = 0;
        for (int i = 0; i < streams.size(); i++) {
            LoadedRun was = streams.get(i);
            LoadedRun now = rewritten.get(i);
            hazards = Math.max(
                    hazards,
                    HazardChecker.check(now.stream(), DeviceFacts.of(now.device()))
                            .hazards()
                            .size());
            Outcome first = pricing.original(was);
            Outcome second = first == null ? null : pricing.outcome(now);
            if (first == null || second == null) {
                return new Verification(false, hazards, devices, compared, differences);
            }
            devices.add(was.device().name());
            differences.addAll(first.differences(second, was.device().name()));
            compared = was.stream().buffers().size() + was.stream().images().size();
        }
        return new Verification(true, hazards, devices, compared, differences);
    }
}
