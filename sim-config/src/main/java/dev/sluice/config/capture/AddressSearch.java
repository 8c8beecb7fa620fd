// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.capture.BufferAddresses.Spot;
import dev.sluice.config.capture.Descriptors.BoundSet;
import dev.sluice.config.capture.spirv.AddressReach;
import dev.sluice.config.capture.spirv.BindingReach.Slot;
import dev.sluice.config.capture.spirv.BindingReach.Span;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the addresses that a shader loads, where they lie when its work is submitted: in push constants, in buffers that are
 * bound, and in what other addresses lead to.
 */
final class AddressSearch {
    /** The most bytes that are searched at one place. */
    private static final long MOST_SEARCHED = 1L << 20;
    /** Bytes that are read at once. */
    private static final int PIECE = 4096;
    /** The most places that one load may give addresses of. */
    private static final int MOST_SPOTS = 4096;

    private final BufferAddresses addresses;
    private final ShaderInputs inputs;
    private final Map<Integer, Set<Spot>> found = new LinkedHashMap<>();
    /** Loads of which some addresses are not known. */
    private final Set<Integer> incomplete = new HashSet<>();
    /** Loads of several values, of which some are neither nothing nor the address of a buffer that is known. */
    private final Set<Integer> others = new HashSet<>();

    AddressSearch(BufferAddresses addresses, ShaderInputs inputs) {
        this.addresses = addresses;
        this.inputs = inputs;
    }

    /** Searches the places of loads until nothing new turns up. */
    void run(Map<Integer, List<AddressReach.Place>> origins) {
        int before;
        do {
            before = size();
            origins.forEach((origin, places) -> places.forEach(place -> search(place, origin)));
        } while (size() != before);
    }

    private int size() {
        return incomplete.size() + found.values().stream().mapToInt(Set::size).sum();
    }

    /** What the addresses that a place is behind are of. */
    Set<Spot> spots(AddressReach.Place place) {
        return place.base() instanceof AddressReach.Behind behind
                ? found.getOrDefault(behind.origin(), Set.of())
                : Set.of();
    }

    /** Whether all addresses that a load may give are known; where none of several values is one, there may be one that is not. */
    boolean complete(AddressReach.Behind behind) {
        int origin = behind.origin();
        return !incomplete.contains(origin)
                && !(others.contains(origin)
                        && found.getOrDefault(origin, Set.of()).isEmpty());
    }

    /** The bytes of a buffer that are a span from an address on; null for none. */
    static @Nullable Span range(Spot spot, @Nullable Span span) {
        long size = spot.buffer().size;
        if (span == null) {
            return new Span(0, size);
        }
        long start = Math.min(size, spot.offset() + span.start());
        long end = span.end() >= size ? size : Math.min(size, spot.offset() + span.end());
        return start < end ? new Span(start, end) : null;
    }

    /** Finds the addresses that lie at a place. */
    private void search(AddressReach.Place place, int origin) {
        if (place.base() instanceof AddressReach.Elsewhere) {
            incomplete.add(origin);
        } else if (place.base() instanceof AddressReach.PushConstants) {
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
        Spot spot = value == 0 ? null : addresses.find(value);
        Set<Spot> known = found.computeIfAbsent(origin, k -> new LinkedHashSet<>());
        if (spot != null && known.size() < MOST_SPOTS) {
            known.add(spot);
        } else if (spot != null ? !known.contains(spot) : value != 0 && one) {
            incomplete.add(origin);
        } else if (spot == null && value != 0) {
            others.add(origin);
        }
    }
}
