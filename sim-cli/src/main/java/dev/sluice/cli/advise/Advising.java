// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.advise;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.hazard.HazardChecker;
import dev.sluice.check.trace.DeviceFacts;
import dev.sluice.cli.input.LoadedRun;
import dev.sluice.cli.run.Session;
import dev.sluice.config.calls.LeftOut;
import dev.sluice.config.rewrite.StreamText;
import dev.sluice.program.edit.StreamEdits;
import java.util.ArrayList;
import java.util.List;

/**
 * Advice on a stream, the rewritten text, and what became of its check.
 *
 * @param text the rewritten stream, the original where nothing changes
 * @param leftOut what the import that made the stream left out
 */
public record Advising(Advice advice, String text, Verification verified, LeftOut leftOut) {

    /** In the place of a number of runs: as many as it takes. */
    public static final int ALL = Pricing.ALL;

    /**
     * Looks for better barriers, rewrites the stream and checks the rewritten one.
     *
     * @param devices names or files of devices, at least one
     * @param simulations runs that may be made to price changes; 0 for as many as take about a minute
     */
    public static Advising of(Session session, EditableStream stream, List<String> devices, int simulations) {
        List<LoadedRun> streams = devices.stream().map(stream::on).toList();
        StreamText text = stream.text();
        Advisor advisor = new Advisor(session, streams, text, simulations);
        return session.visibly(advisor::doing, () -> {
            Advising first = rewritten(advisor, advisor.advise(), stream, text, streams, devices);
            return first.verified().differences().isEmpty()
                    ? first
                    : rewritten(advisor, advisor.keepingBytes(), stream, text, streams, devices);
        });
    }

    private static Advising rewritten(
            Advisor advisor,
            Advice advice,
            EditableStream stream,
            StreamText text,
            List<LoadedRun> streams,
            List<String> devices) {
        String rewritten = text.edited(streams.get(0).stream(), advice.edits());
        EditableStream other = stream.with(rewritten);
        return new Advising(
                advice,
                rewritten,
                verify(advisor, advice, streams, devices.stream().map(other::on).toList()),
                streams.get(0).leftOut());
    }

    /** Whether it was stopped early, while it looked for barriers or while it compared bytes. */
    public boolean interrupted() {
        return advice.interrupted() || (!advice.edits().isEmpty() && !verified.ran());
    }

    private static Verification verify(
            Advisor advisor, Advice advice, List<LoadedRun> streams, List<LoadedRun> rewritten) {
        Pricing pricing = advisor.pricing();
        pricing.doing("comparing bytes");
        if (advice.edits().isEmpty()) {
            return new Verification(false, advice.left().size(), List.of(), 0, List.of(), List.of());
        }
        Sameness sameness = new Sameness(pricing, advisor.cures());
        List<String> devices = new ArrayList<>();
        List<String> differences = new ArrayList<>();
        List<String> races = new ArrayList<>();
        int hazards = 0;
        int compared = 0;
        for (int i = 0; i < streams.size(); i++) {
            LoadedRun was = streams.get(i);
            LoadedRun now = rewritten.get(i);
            String device = was.device().name();
            // the text that is handed over, unless the same program was checked and run when its edits were priced
            boolean same = SamePrograms.are(now.stream(), StreamEdits.apply(was.stream(), advice.edits()));
            List<Hazard> left = same
                    ? advisor.rest(i, advice.edits())
                    : HazardChecker.check(now.stream(), DeviceFacts.of(now.device()))
                            .hazards();
            hazards = Math.max(hazards, left.size());
            Outcome second = same ? pricing.outcome(was, advice.edits()) : pricing.outcome(now);
            Sameness.Comparison comparison = second == null ? null : sameness.of(was, second);
            if (comparison == null) {
                return new Verification(false, hazards, devices, compared, differences, races);
            }
            devices.add(device);
            races.addAll(comparison.races());
            differences.addAll(comparison.differences());
            compared = was.stream().buffers().size() + was.stream().images().size();
        }
        return new Verification(true, hazards, devices, compared, differences, races);
    }
}
