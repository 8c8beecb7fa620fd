// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture.spirv;

import dev.sluice.config.capture.spirv.BindingReach.Slot;
import dev.sluice.config.capture.spirv.BindingReach.Span;
import dev.sluice.config.capture.spirv.SpirvModule.Declarations;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an entry point reaches by addresses of buffers, past all descriptors: where it loads addresses from, and which bytes from
 * there on it touches at most. Branches are not followed, so both sides of each are taken. Source: SPIR-V 1.6, unified
 * specification, storage class PhysicalStorageBuffer.
 */
public final class AddressReach {
    /** Of an entry point that reaches nothing by its address. */
    public static final AddressReach NONE = new AddressReach(null, false);

    private final @Nullable Code code;
    private final boolean specialized;
    private @Nullable Reached anywhere;

    private AddressReach(@Nullable Code code, boolean specialized) {
        this.code = code;
        this.specialized = specialized;
    }

    static AddressReach of(Declarations declared, Functions functions, int entry) throws SpirvException {
        List<int[]> reached = new ArrayList<>();
        for (int function : functions.reached(entry)) {
            reached.addAll(functions.body(function));
        }
        return new AddressReach(new Code(declared, functions, entry, reached), false);
    }

    /** The code of an entry point. */
    private record Code(Declarations declared, Functions functions, int entry, List<int[]> reached) {}

    /** The same where values of specialization constants are not known. */
    AddressReach specialized() {
        return new AddressReach(code, true);
    }

    /** Whether it may reach nothing. */
    public boolean none() {
        return code == null;
    }

    /** What it reaches whatever the numbers of its invocations are. */
    public Reached anywhere() {
        if (anywhere == null) {
            anywhere = of(Grid.unknown(Map.of()));
        }
        return anywhere;
    }

    /** What it reaches in a dispatch. */
    public Reached of(Grid grid) {
        Code of = code;
        if (of == null) {
            return new Reached(Map.of(), List.of());
        }
        Grid known = specialized ? Grid.unknown(grid.pushed()) : grid;
        IntegerBounds bounds = new IntegerBounds(of.declared(), of.reached(), known, specialized);
        return new AddressAnalysis(of.declared(), of.functions(), bounds).run(of.entry());
    }

    /** What has an address. */
    public sealed interface Base {}

    /** The push constants. */
    public record PushConstants() implements Base {}

    /** The buffers of a binding. */
    public record Bound(Slot slot) implements Base {}

    /**
     * What an address that was loaded leads to.
     *
     * @param origin the load, a key of {@link Reached#origins}
     */
    public record Behind(int origin) implements Base {}

    /** What is not followed, such as what another stage hands over. */
    public record Elsewhere() implements Base {}

    /**
     * A part of memory.
     *
     * @param base what has it
     * @param span bytes from there on, to the end where it ends at {@link Long#MAX_VALUE}; null for anywhere, before it, too
     */
    public record Place(Base base, @Nullable Span span) {}

    /**
     * Accesses through one pointer.
     *
     * @param places where it may lead; some of those that are anywhere may be numbers that were added to an address. None at all:
     *     that is not known
     * @param reads whether it is read
     * @param writes whether it is written
     */
    public record Use(List<Place> places, boolean reads, boolean writes) {
        public Use {
            places = List.copyOf(places);
        }
    }

    /**
     * What is reached.
     *
     * @param origins places that addresses are loaded from, by the load, in the order of the code
     * @param uses what is done through them
     */
    public record Reached(Map<Integer, List<Place>> origins, List<Use> uses) {
        public Reached {
            origins = Collections.unmodifiableMap(new LinkedHashMap<>(origins));
            uses = List.copyOf(uses);
        }
    }
}
