// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.capture.BufferAddresses.Spot;
import dev.sluice.config.capture.spirv.AddressReach;
import dev.sluice.config.capture.spirv.BindingReach.Span;
import dev.sluice.program.kernel.BindingKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The ranges of buffers that a shader reaches by their addresses. */
final class ShaderAddresses {
    private final CaptureSession session;
    private final AddressReach.Reached reached;
    private final AddressSearch search;

    ShaderAddresses(CaptureSession session, ShaderInputs inputs, AddressReach.Reached reached) {
        this.session = session;
        this.reached = reached;
        search = new AddressSearch(session.addresses, inputs);
    }

    /** The ranges, as what a shader of a stage binds; a call that reaches more than is known is noted. */
    List<Resource> of(Call call, CapturedStage stage, String users) {
        if (reached.uses().isEmpty()) {
            return List.of();
        }
        search.run(reached.origins());
        List<Resource> resources = new ArrayList<>();
        for (AddressReach.Use use : reached.uses()) {
            if (!known(use)) {
                session.lost(call, users + " do not reach buffers by addresses that are not known");
            }
            ranges(use)
                    .forEach((buffer, spans) -> spans.forEach(span -> resources.add(new Resource.Range(
                            new AddressName(stage.key(), resources.size()).toString(),
                            "by " + source(use),
                            BindingKind.STORAGE,
                            buffer,
                            span.start(),
                            span.end() - span.start(),
                            use.reads(),
                            use.writes()))));
        }
        return resources;
    }

    /** Where a pointer has its address from. */
    private String source(AddressReach.Use use) {
        AddressReach.Place first = use.places().stream()
                .filter(place -> !search.spots(place).isEmpty())
                .flatMap(place -> place.base() instanceof AddressReach.Behind behind
                        ? reached.origins().getOrDefault(behind.origin(), List.of()).stream()
                        : Stream.empty())
                .findFirst()
                .orElseThrow();
        Span span = first.span();
        String at = span == null || span.start() == 0 ? "" : " at byte " + span.start();
        return first.base() instanceof AddressReach.PushConstants
                ? "the address in push constants" + at
                : first.base() instanceof AddressReach.Bound bound
                        ? "an address in set " + bound.slot().set() + " binding "
                                + bound.slot().binding() + at
                        : "an address that lies behind another";
    }

    /** Whether all that a pointer may lead to is known, and has memory; what was added to an address need not be one. */
    private boolean known(AddressReach.Use use) {
        if (use.places().stream()
                .flatMap(place -> search.spots(place).stream())
                .anyMatch(spot -> spot.buffer().memory() == null)) {
            return false;
        }
        boolean any =
                use.places().stream().anyMatch(place -> !search.spots(place).isEmpty());
        return !use.places().isEmpty()
                && use.places().stream()
                        .allMatch(
                                place -> (place.base() instanceof AddressReach.Behind behind && search.complete(behind))
                                        || (any
                                                && place.span() == null
                                                && search.spots(place).isEmpty()));
    }

    private Map<Buffer, List<Span>> ranges(AddressReach.Use use) {
        Map<Buffer, List<Span>> all = new LinkedHashMap<>();
        for (AddressReach.Place place : use.places()) {
            for (Spot spot : search.spots(place)) {
                Span range = AddressSearch.range(spot, place.span());
                if (range != null && spot.buffer().memory() != null) {
                    all.computeIfAbsent(spot.buffer(), k -> new ArrayList<>()).add(range);
                }
            }
        }
        all.replaceAll((buffer, spans) -> BufferRanges.joined(spans));
        return all;
    }
}
