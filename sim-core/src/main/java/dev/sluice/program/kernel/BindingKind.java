// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

/** The kind of resource behind a kernel's binding; it decides the path of an access and what may be done with it. */
public enum BindingKind {
    /** A uniform buffer: read-only, through the uniform cache. */
    UNIFORM("uniform"),
    /** A storage buffer: loads, stores and atomics. */
    STORAGE("storage"),
    /** A sampled image or texel buffer: read-only, through the texture cache. */
    SAMPLED("sampled"),
    /** A storage image: loads, stores and atomics. */
    STORAGE_IMAGE("storageImage"),
    /** An input attachment: read-only. */
    INPUT_ATTACHMENT("inputAttachment"),
    /** A buffer that holds an acceleration structure, or is scratch memory of a build; only builds and copies write it. */
    ACCELERATION_STRUCTURE("accelerationStructure"),
    /** A buffer that holds a shader binding table: read-only. */
    SHADER_BINDING_TABLE("shaderBindingTable");

    private final String text;

    BindingKind(String text) {
        this.text = text;
    }

    /** The kind's name in a stream file. */
    public String text() {
        return text;
    }

    /** Whether stores and atomics are allowed. */
    public boolean writable() {
        return this == STORAGE || this == STORAGE_IMAGE || this == ACCELERATION_STRUCTURE;
    }

    /** Whether the binding is an image (or a buffer in place of one). */
    public boolean image() {
        return this == SAMPLED || this == STORAGE_IMAGE || this == INPUT_ATTACHMENT;
    }
}
