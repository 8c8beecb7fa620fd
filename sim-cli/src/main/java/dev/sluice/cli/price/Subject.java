// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.price;

/** What both sides of a priced barrier use. */
enum Subject {
    BUFFER("buffer"),
    COLOR_IMAGE("colour image"),
    DEPTH_IMAGE("depth image");

    final String words;

    Subject(String words) {
        this.words = words;
    }
}
