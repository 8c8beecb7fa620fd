// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.sync;

/** What an image has that decides whether a profile's variant holds for barriers that name it. */
public enum ImageTrait {
    /** It is an image. */
    ANY,
    /** It can be an attachment, so that its compressed tiles are kept coherent with the shared cache. */
    ATTACHMENT,
    /** It has one sample. */
    SINGLE_SAMPLED,
    /** It has no stencil aspect. */
    NO_STENCIL,
    /** It has a colour format. */
    COLOR,
    /** Kernels cannot write it. */
    NOT_STORAGE
}
