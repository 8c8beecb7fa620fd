// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.capture.BufferAddresses.Spot;
import dev.sluice.config.capture.Descriptors.BoundSet;
import dev.sluice.config.capture.spirv.AddressReach;
import dev.sluice.config.capture.spirv.BindingReach.Slot;
import dev.sluice.config.capture.spirv.BindingReach.Span;
import dev.sluice.program.kernel.BindingKind;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The ranges of buffers that a shader reaches by their addresses. These are read where they lie when the work is submitted: in
 * push constants, in buffers that are bound, and in what other addresses lead to.
 */
final class ShaderAddresses {
    /** The most bytes that are searched for addresses at one place. */
    private static final long MOST_SEARCHED = 1L << 20;
    /** Bytes that are read at once. */
    private static final int PIECE = 4096;
    /** The most places that one load may give addresses of. */
    private static final int MOST_SPOTS = 4096;
    /** The most ranges of a buffer that are kept apart. */
    private static final int MOST_RANGES = 16;

    private final CaptureSession session;
    private final ShaderInputs inputs;
    private final AddressReach.Reached reached;
    private final Map<Integer, Set<Spot>> found = new LinkedHashMap<>();
    /** Loads of which some addresses are not known. */
    private final Set<Integer> incomplete = new HashSet<>();

    ShaderAddresses(CaptureSession session, ShaderInputs inputs, AddressReach.Reached reached) {
        this.session = session;
        this.inputs = inputs;
        this.reached = reached;
    }

    /** The ranges, as what a shader of a stage binds; a call that reaches more than is known is noted. */
    List<Resource> of(Call call, CapturedStage stage, String users) {
        if (reached.uses().isEmpty()) {
            return List.of();
        }
        int before;
        do {
            before = size();
            reached.origins().forEach((origin, places) -> places.forEach(place -> search(place, origin)));
        } while (size() != before);
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

    private int size() {
        return incomplete.size() + found.values().stream().mapToInt(Set::size).sum();
    }

    private Set<Spot> spots(AddressReach.Place place) {
        return place.base() instanceof AddressReach.Behind behind
                ? found.getOrDefault(behind.origin(), Set.of())
                : Set.of();
    }

    /** Where a pointer has its address from. */
    private String source(AddressReach.Use use) {
        AddressReach.Place first = use.places().stream()
                .filter(place -> !spots(place).isEmpty())
                .flatMap(place -> place.base() instanceof AddressReach.Behind behind
                        ? reached.origins().getOrDefault(behind.origin(), List.of()).stream()
                        : Stream.empty())
                .findFirst()
                .orElseThrow();
        String at = first.span() == null || first.span().start() == 0
                ? ""
                : " at byte " + first.span().start();
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
                .flatMap(place -> spots(place).stream())
                .anyMatch(spot -> spot.buffer().memory() == null)) {
            return false;
        }
        boolean any = use.places().stream().anyMatch(place -> !spots(place).isEmpty());
        return !use.places().isEmpty()
                && use.places().stream()
                        .allMatch(place -> place.base() instanceof AddressReach.Behind behind
                                && (!incomplete.contains(behind.origin())
                                        || (any
                                                && place.span() == null
                                                && spots(place).isEmpty())));
    }

    private Map<Buffer, List<Span>> ranges(AddressReach.Use use) {
        Map<Buffer, List<Span>> all = new LinkedHashMap<>();
        for (AddressReach.Place place : use.places()) {
            for (Spot spot : spots(place)) {
                Span range = range(spot, place.span());
                if (range != null) {
                    all.computeIfAbsent(spot.buffer(), k -> new ArrayList<>()).add(range);
                }
            }
        }
        all.replaceAll((buffer, spans) -> joined(spans));
        return all;
    }

    /** The bytes of a buffer that are a span from an address on; null for none. */
    private static @Nullable Span range(Spot spot, @Nullable Span span) {
        long size = spot.buffer().size;
        if (span == null) {
            return new Span(0, size);
        }
        long start = Math.min(size, spot.offset() + span.start());
        long end = span.end() >= size ? size : Math.min(size, spot.offset() + span.end());
        return start < end ? new Span(start, end) : null;
    }

    /** Ranges that touch one another as one, and all where they are too many. */
    private static List<Span> joined(List<Span> spans) {
        List<Span> apart = new ArrayList<>();
        spans.stream()
                .sorted(Comparator.comparingLong(Span::start).thenComparingLong(Span::end))
                .forEach(span -> {
                    int last = apart.size() - 1;
                    if (last >= 0 && apart.get(last).end() >= span.start()) {
                        apart.set(last, apart.get(last).join(span));
                    } else {
                        apart.add(span);
                    }
                });
        return apart.size() <= MOST_RANGES ? apart : List.of(apart.get(0).join(apart.get(apart.size() - 1)));
    }

    /** Finds the addresses that lie at a place. */
    private void search(AddressReach.Place place, int origin) {
        if (place.base() instanceof AddressReach.PushConstants) {
            pushed(place.span(), origin);
        } else if (place.base() instanceof AddressReach.Bound bound) {
            bound(bound.slot(), place.span(), origin);
        } else if (place.base() instanceof AddressReach.Behind behind) {
            if (incomplete.contains(behind.origin())) {
                incomplete.add(origin);
            }
            for (Spot spot : List.copyOf(spots(place))) {
                Span range = range(spot, place.span());
                if (range != null) {
                    memory(spot.buffer(), range, place.span(), origin);
                }
            }
        }
    }

    private void pushed(@Nullable Span span, int origin) {
        Span searched = span == null ? new Span(0, Long.MAX_VALUE) : span;
        boolean one = one(searched);
        for (long at = searched.start(); at + Long.BYTES <= end(searched); at += Integer.BYTES) {
            Integer low = inputs.pushed().get((int) at);
            Integer high = inputs.pushed().get((int) at + Integer.BYTES);
            if (low != null && high != null) {
                address(Integer.toUnsignedLong(low) | (long) high << Integer.SIZE, one, origin);
            } else if (one) {
                incomplete.add(origin);
            }
        }
    }

    /** Where a span of push constants ends. */
    private long end(Span span) {
        Integer last = inputs.pushed().isEmpty() ? null : inputs.pushed().lastKey();
        return span.end() != Long.MAX_VALUE ? span.end() : last == null ? 0 : last + Integer.BYTES;
    }

    private void bound(Slot slot, @Nullable Span span, int origin) {
        BoundSet set = inputs.sets().get(slot.set());
        Map<Integer, Descriptors.Descriptor> array =
                set == null ? Map.of() : set.set().bindings().getOrDefault(slot.binding(), new TreeMap<>());
        if (set == null || array.isEmpty()) {
            incomplete.add(origin);
            return;
        }
        array.forEach((element, descriptor) -> {
            Buffer buffer = descriptor.buffer();
            if (buffer == null) {
                incomplete.add(origin);
                return;
            }
            long offset = descriptor.offset() + set.dynamicOffset(slot.binding(), element);
            long size = buffer.clamp(offset, descriptor.range());
            long start = span == null ? 0 : Math.min(size, span.start());
            long end = span == null ? size : Math.min(size, span.end());
            if (start < end) {
                memory(buffer, new Span(offset + start, offset + end), span, origin);
            }
        });
    }

    /** @param asked the place that was asked for, of which the range is what lies in the buffer */
    private void memory(Buffer buffer, Span range, @Nullable Span asked, int origin) {
        Memory memory = buffer.memory();
        if (memory == null || range.end() - range.start() > MOST_SEARCHED) {
            incomplete.add(origin);
            return;
        }
        boolean one = asked != null && one(asked);
        for (long at = range.start(); at + Long.BYTES <= range.end(); at += PIECE) {
            // addresses may cross from one piece into the next
            int size = (int) Math.min(PIECE + Integer.BYTES, range.end() - at);
            byte[] bytes = memory.shadow.known(buffer.offset() + at, size);
            if (bytes.length == size) {
                addresses(bytes, one, origin);
            } else if (size > Long.BYTES) {
                words(memory, buffer.offset() + at, size, one, origin);
            } else if (memory.shadow.hides(buffer.offset() + at, size)) {
                incomplete.add(origin);
            }
        }
    }

    /** Finds addresses in a piece of which not all bytes are known. */
    private void words(Memory memory, long from, int size, boolean one, int origin) {
        for (int at = 0; at + Long.BYTES <= size; at += Integer.BYTES) {
            byte[] bytes = memory.shadow.known(from + at, Long.BYTES);
            if (bytes.length == Long.BYTES) {
                addresses(bytes, one, origin);
            } else if (memory.shadow.hides(from + at, Long.BYTES)) {
                incomplete.add(origin);
            }
        }
    }

    private void addresses(byte[] bytes, boolean one, int origin) {
        ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = 0; at + Long.BYTES <= bytes.length; at += Integer.BYTES) {
            address(words.getLong(at), one, origin);
        }
    }

    /** Whether a place is that of a single address. */
    private static boolean one(Span span) {
        return span.end() - span.start() == Long.BYTES;
    }

    /** @param one whether nothing but an address can be there */
    private void address(long value, boolean one, int origin) {
        Spot spot = value == 0 ? null : session.addresses.find(value);
        Set<Spot> known = found.computeIfAbsent(origin, k -> new LinkedHashSet<>());
        if (spot != null && known.size() < MOST_SPOTS) {
            known.add(spot);
        } else if (spot != null ? !known.contains(spot) : value != 0 && one) {
            incomplete.add(origin);
        }
    }
}
