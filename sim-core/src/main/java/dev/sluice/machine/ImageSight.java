// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine;

/** Whose eyes an image is looked at with, once a run is over. */
public enum ImageSight {
    /** The newest copy of every byte, wherever in the device it is, with compression undone. */
    MACHINE,
    /** The bytes in memory as they are: stale where a cache holds newer ones, codes where tiles are compressed. */
    MEMORY,
    /** What the program meant the image to hold. */
    INTENT
}
