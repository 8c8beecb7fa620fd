// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.source;

import dev.sluice.config.ConfigException;
import java.util.List;
import java.util.Optional;

/** The kinds of files whose top level is a mapping, told apart by keys that no other kind has. */
public enum FileKind {
    /** Variations of devices, streams and traces. */
    SWEEP("a sweep"),
    /** A command stream. */
    STREAM("a stream"),
    /** A device. */
    DEVICE("a device"),
    /** What a driver's barriers do. */
    PROFILE("a barrier profile");

    private final String text;

    FileKind(String text) {
        this.text = text;
    }

    private List<String> keys() {
        return switch (this) {
            case SWEEP -> List.of("vary", "streams");
            case STREAM -> List.of("program", "buffers", "memory", "threads", "images");
            case DEVICE -> List.of("computeUnits", "clients", "memoryTypes", "vram");
            case PROFILE -> List.of("schema", "src", "dst", "coherence_level");
        };
    }

    /** What a file is by its keys, the first that fits; nothing where it has none of them. */
    public static Optional<FileKind> of(MapNode root) {
        if (SWEEP.tells(root) && root.get("program") == null) {
            return Optional.of(SWEEP);
        }
        for (FileKind kind : List.of(STREAM, DEVICE, PROFILE)) {
            if (kind.tells(root)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }

    /**
     * Refuses a file of another kind, whose keys would all be unknown.
     *
     * @throws ConfigException for a file that has keys of another kind and none of this one
     */
    public void require(MapNode root) {
        Optional<FileKind> kind = of(root);
        if (kind.isPresent() && !tells(root)) {
            throw new ConfigException(
                    root.position().file(), "is " + kind.get().text + ", and " + text + " is needed here");
        }
    }

    private boolean tells(MapNode root) {
        return keys().stream().anyMatch(key -> root.get(key) != null);
    }
}
