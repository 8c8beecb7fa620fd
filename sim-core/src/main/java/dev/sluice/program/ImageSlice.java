// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

/** One layer of one level of an image. */
public record ImageSlice(String image, int level, int layer) {}
