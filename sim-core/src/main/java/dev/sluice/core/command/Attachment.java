package dev.sluice.core.command;

import dev.sluice.core.image.ClearValue;
import dev.sluice.core.image.ImageLayout;
import org.jspecify.annotations.Nullable;

/**
 * An attachment of a render pass instance, with what happens to it at begin and end (seed 003, load and store operations).
 *
 * @param slice the level and layer that is drawn to
 * @param layout the layout that it is in meanwhile
 * @param load what happens to its contents before the first use
 * @param store what happens to them after the last
 * @param stencilLoad the same for the stencil aspect; equal to {@code load} for formats without
 * @param clear the value of {@link LoadOp#CLEAR}
 * @param resolve where samples are averaged to at the end, or null
 */
public record Attachment(
        ImageSlice slice,
        ImageLayout layout,
        LoadOp load,
        StoreOp store,
        LoadOp stencilLoad,
        StoreOp stencilStore,
        ClearValue clear,
        @Nullable ImageSlice resolve) {

    /** What happens to an attachment's contents before its first use. */
    public enum LoadOp {
        LOAD,
        CLEAR,
        /** Contents become undefined, which is a write (seed 003). */
        DONT_CARE,
        /** Not accessed at all. */
        NONE
    }

    /** What happens to an attachment's contents after its last use. */
    public enum StoreOp {
        STORE,
        /** Contents become undefined, which is a write (seed 003). */
        DONT_CARE,
        /** Not written. */
        NONE
    }
}
