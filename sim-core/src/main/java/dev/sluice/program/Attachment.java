// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ClearValue;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.ResolveMode;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An attachment of a render pass instance, with what happens to it at begin and end (Vulkan specification, chapter
 * Render Pass).
 *
 * @param slice the level and layer that is drawn to
 * @param aspects those that are attached
 * @param layout the layout that it is in meanwhile
 * @param stencilLayout the layout that its stencil is in; {@code layout} where nothing else is said
 * @param load what happens to its contents before the first use
 * @param store what happens to them after the last
 * @param stencilLoad the same for the stencil aspect; equal to {@code load} for formats that lack one of the aspects
 * @param stencilStore the same, as {@code store}
 * @param clear the value of {@link LoadOp#CLEAR}
 * @param resolve what samples become at the end, or null
 * @param overwritten the aspects whose operation {@link StoreOp#DONT_CARE} is called {@code NONE}: the pass writes them
 */
public record Attachment(
        ImageSlice slice,
        Set<Aspect> aspects,
        ImageLayout layout,
        ImageLayout stencilLayout,
        LoadOp load,
        StoreOp store,
        LoadOp stencilLoad,
        StoreOp stencilStore,
        ClearValue clear,
        @Nullable Resolve resolve,
        Set<Aspect> overwritten) {
    public Attachment {
        aspects = Set.copyOf(aspects);
        overwritten = Set.copyOf(overwritten);
    }

    /** One whose store operations are called what they are. */
    public Attachment(
            ImageSlice slice,
            Set<Aspect> aspects,
            ImageLayout layout,
            ImageLayout stencilLayout,
            LoadOp load,
            StoreOp store,
            LoadOp stencilLoad,
            StoreOp stencilStore,
            ClearValue clear,
            @Nullable Resolve resolve) {
        this(slice, aspects, layout, stencilLayout, load, store, stencilLoad, stencilStore, clear, resolve, Set.of());
    }

    /**
     * Where one sample of each pixel is made of several.
     *
     * @param modes how, by aspect; the aspects of {@code to} that are not there stay as they are
     */
    public record Resolve(ImageSlice to, Map<Aspect, ResolveMode> modes) {
        public Resolve {
            modes = Map.copyOf(modes);
        }

        /** What is resolved. */
        public Set<Aspect> aspects() {
            return modes.keySet();
        }
    }

    /** The same, and what it is resolved to, so many layers further. */
    Attachment moved(int layers) {
        return new Attachment(
                slice.moved(layers),
                aspects,
                layout,
                stencilLayout,
                load,
                store,
                stencilLoad,
                stencilStore,
                clear,
                resolve == null ? null : new Resolve(resolve.to().moved(layers), resolve.modes()),
                overwritten);
    }

    /** The same with other store operations. */
    public Attachment storing(StoreOp of, StoreOp ofStencil) {
        return new Attachment(
                slice, aspects, layout, stencilLayout, load, of, stencilLoad, ofStencil, clear, resolve, overwritten);
    }

    /** The same in a pass that writes some aspects: {@link StoreOp#NONE} gives them up. */
    public Attachment writing(Set<Aspect> written) {
        Set<Aspect> lost = EnumSet.noneOf(Aspect.class);
        for (Aspect aspect : written) {
            if (store(aspect) == StoreOp.NONE && slice.format().has(aspect)) {
                lost.add(aspect);
            }
        }
        Format format = slice.format();
        Aspect first = format.color() ? Aspect.COLOR : format.has(Aspect.DEPTH) ? Aspect.DEPTH : Aspect.STENCIL;
        Aspect second = format.has(Aspect.STENCIL) ? Aspect.STENCIL : first;
        return new Attachment(
                slice,
                aspects,
                layout,
                stencilLayout,
                load,
                lost.contains(first) ? StoreOp.DONT_CARE : store,
                stencilLoad,
                lost.contains(second) ? StoreOp.DONT_CARE : stencilStore,
                clear,
                resolve,
                lost);
    }

    /** What happens to one of its aspects after the last use. */
    public StoreOp store(Aspect aspect) {
        return aspect == Aspect.STENCIL ? stencilStore : store;
    }

    /** What the program calls the store operations by which aspects lose their contents. */
    public String discardsBy() {
        return aspects.stream()
                .filter(aspect -> store(aspect) == StoreOp.DONT_CARE)
                .map(this::called)
                .distinct()
                .sorted()
                .collect(Collectors.joining(" and "));
    }

    /** What the program calls the store operation of one of its aspects. */
    public String called(Aspect aspect) {
        return (overwritten.contains(aspect) ? StoreOp.NONE : store(aspect)).name();
    }

    /** The layout that one of its aspects is in. */
    public ImageLayout layout(Aspect aspect) {
        return aspect == Aspect.STENCIL ? stencilLayout : layout;
    }

    /** Whether one of its aspects can only be read. */
    public boolean readOnly(Aspect aspect) {
        return layout(aspect).readOnly(aspect);
    }

    /**
     * The aspects that are cleared before the first use. One whose contents become undefined goes with one that is cleared,
     * so that a clear of depth covers whole texels unless stencil is wanted.
     */
    public Set<Aspect> cleared() {
        Set<Aspect> cleared = EnumSet.noneOf(Aspect.class);
        if (load == LoadOp.CLEAR || stencilLoad == LoadOp.CLEAR) {
            if (load == LoadOp.CLEAR || load == LoadOp.DONT_CARE) {
                cleared.add(Aspect.COLOR);
                cleared.add(Aspect.DEPTH);
            }
            if (stencilLoad == LoadOp.CLEAR || stencilLoad == LoadOp.DONT_CARE) {
                cleared.add(Aspect.STENCIL);
            }
        }
        return cleared;
    }

    /** The aspects whose contents are undefined while it is used, without any access. */
    public Set<Aspect> unloaded() {
        return aspects.stream()
                .filter(aspect -> load(aspect) == LoadOp.NONE)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Aspect.class)));
    }

    /** Those of them that nothing is written to and that are not stored, so that they hold afterwards what they held before. */
    public Set<Aspect> kept() {
        return unloaded().stream()
                .filter(aspect -> store(aspect) == StoreOp.NONE)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Aspect.class)));
    }

    /** What happens to one of its aspects before the first use. */
    public LoadOp load(Aspect aspect) {
        return aspect == Aspect.STENCIL ? stencilLoad : load;
    }

    /** Whether some of its contents are used as they are in memory. */
    public boolean loads() {
        return load == LoadOp.LOAD || stencilLoad == LoadOp.LOAD;
    }

    /** The aspects whose contents become undefined before the first use. */
    public Set<Aspect> undefinedBefore() {
        return Aspect.depthStencil(load == LoadOp.DONT_CARE, stencilLoad == LoadOp.DONT_CARE);
    }

    /** The aspects whose contents become undefined after the last use. */
    public Set<Aspect> undefinedAfter() {
        return Aspect.depthStencil(store == StoreOp.DONT_CARE, stencilStore == StoreOp.DONT_CARE);
    }

    /** Whether nothing of its contents is kept before the first use, and nothing takes their place. */
    public boolean discardedBefore() {
        return load == LoadOp.DONT_CARE && stencilLoad == LoadOp.DONT_CARE;
    }

    /** Whether some of its contents are kept in memory. */
    public boolean stores() {
        return store == StoreOp.STORE || stencilStore == StoreOp.STORE;
    }

    /** Whether nothing of its contents is kept after the last use. */
    public boolean discardedAfter() {
        return store == StoreOp.DONT_CARE && stencilStore == StoreOp.DONT_CARE;
    }

    /** What happens to an attachment's contents before its first use. */
    public enum LoadOp {
        LOAD,
        CLEAR,
        /** Contents become undefined, which is a write. */
        DONT_CARE,
        /** Contents are undefined while it is used, and not accessed. */
        NONE
    }

    /** What happens to an attachment's contents after its last use. */
    public enum StoreOp {
        STORE,
        /** Contents become undefined, which is a write. */
        DONT_CARE,
        /** Not written. */
        NONE
    }
}
