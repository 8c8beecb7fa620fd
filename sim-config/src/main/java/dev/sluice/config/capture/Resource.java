// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.stream.CommandStep.Binding;
import dev.sluice.program.kernel.BindingKind;

/** What stands behind a binding of a shader, as the kernel that stands for the shader binds it. */
sealed interface Resource {
    /** The binding's name in the kernel. */
    String name();

    /** What it is, for a comment. */
    String what();

    /** As what the kernel binds it. */
    BindingKind kind();

    /** Whether the shader reads it. */
    boolean reads();

    /** Whether the shader writes it. */
    boolean writes();

    /** The same by another name in the kernel. */
    Resource named(String other);

    /** The same with the accesses of another that is behind the same binding, too. */
    Resource and(Resource other);

    /** What the stream binds, once names are settled. */
    Binding bound();

    /** Notes that the device may have written it. */
    void deviceWrote();

    /**
     * A range of a buffer.
     *
     * @param buffer the buffer
     * @param offset first byte in the buffer
     * @param size bytes
     */
    record Range(
            String name,
            String what,
            BindingKind kind,
            Buffer buffer,
            long offset,
            long size,
            boolean reads,
            boolean writes)
            implements Resource {
        /** Bytes of one access: words where the range allows it. */
        int unit() {
            return offset % 4 == 0 && size >= 4 ? 4 : 1;
        }

        long elements() {
            return size / unit();
        }

        long tail() {
            return size % unit();
        }

        @Override
        public Resource named(String other) {
            return new Range(other, what, kind, buffer, offset, size, reads, writes);
        }

        @Override
        public Resource and(Resource other) {
            // what shaders are bounded to differs: all of both
            Range same = other instanceof Range range ? range : this;
            long start = Math.min(offset, same.offset);
            long end = Math.max(offset + size, same.offset + same.size);
            return new Range(
                    name, what, kind, buffer, start, end - start, reads || other.reads(), writes || other.writes());
        }

        @Override
        public Binding bound() {
            return offset == 0 && size == buffer.size
                    ? Binding.of(buffer.name.toString())
                    : Binding.range(buffer.name.toString(), offset, size);
        }

        @Override
        public void deviceWrote() {
            buffer.deviceWrote(offset, size);
        }
    }

    /**
     * A view of an image, of which the first level and layer are accessed.
     *
     * @param view the view
     * @param layout the layout that the descriptor names, or an empty text
     * @param filters whether it is sampled with a filter
     */
    record Texture(
            String name,
            String what,
            BindingKind kind,
            View view,
            String layout,
            boolean filters,
            boolean reads,
            boolean writes)
            implements Resource {
        int texelBytes() {
            return view.image.format().texelBytes();
        }

        /** Bytes of one access; texels of 16 bytes take two. */
        int unit() {
            return Math.min(8, texelBytes());
        }

        long texels() {
            return (long) view.width() * view.height();
        }

        @Override
        public Resource named(String other) {
            return new Texture(other, what, kind, view, layout, filters, reads, writes);
        }

        @Override
        public Resource and(Resource other) {
            return new Texture(
                    name, what, kind, view, layout, filters, reads || other.reads(), writes || other.writes());
        }

        @Override
        public Binding bound() {
            String usual = kind == BindingKind.STORAGE_IMAGE ? "GENERAL" : "SHADER_READ_ONLY_OPTIMAL";
            return Binding.view(view.name.toString(), layout.isEmpty() || layout.equals(usual) ? null : layout);
        }

        @Override
        public void deviceWrote() {
            view.image.deviceWrote();
        }
    }
}
