// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.calls.CallEntry;
import dev.sluice.config.calls.CallTable;
import dev.sluice.config.calls.Change;
import dev.sluice.config.calls.LeftOut;
import dev.sluice.config.calls.NotUnderstood;
import dev.sluice.config.calls.StructureTable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Counts what an import leaves out, by what the table of calls says of it. */
final class Dropped {
    private final Map<String, NotUnderstood> calls = new LinkedHashMap<>();
    private final Set<Counted> counted = new HashSet<>();
    private final List<String> missing = new ArrayList<>();

    /** A call that was counted, by its place in the capture. */
    private record Counted(String call, long index) {}

    /** A call, or a line of the capture tool, that nothing handles. */
    void call(String name, JsonNode arguments, long index) {
        CallEntry entry = CallTable.shipped().of(name);
        Change change = entry.change();
        if (change != null && entry.matters(arguments)) {
            count(new NotUnderstood(name, 1, change, entry.reason(), index));
        }
    }

    /** A structure that is chained within a call that is taken over. */
    void structure(JsonNode structure, Call call) {
        CallEntry entry = StructureTable.shipped().of(structure.path("sType").asString(""));
        Change change = entry.change();
        if (change != null && entry.matters(structure)) {
            count(new NotUnderstood(entry.call(), 1, change, entry.reason(), call.index()));
        }
    }

    /** A call that is taken over as a rule, and could not be here. */
    void call(Call call, Change change, String reason) {
        count(new NotUnderstood(call.name(), 1, change, reason, call.index()));
    }

    /** A call counts once, however many of its structures are left out and however often its command buffer is submitted. */
    private void count(NotUnderstood one) {
        if (!counted.add(new Counted(one.call(), one.place()))) {
            return;
        }
        calls.merge(one.call(), one, (first, next) -> first.again());
    }

    /** A call that is in the binary capture alone, by the number that it has there. */
    void unconverted(String number, long index) {
        count(new NotUnderstood(
                number, 1, Change.ANYTHING, "the .jsonl lacks it: gfxrecon-convert passed it over", index));
    }

    /** A part of the capture that is not there, as a sentence. */
    void missing(String what) {
        missing.add(what);
    }

    LeftOut leftOut() {
        return new LeftOut(List.copyOf(calls.values()), missing);
    }
}
