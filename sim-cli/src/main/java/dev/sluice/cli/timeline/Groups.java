// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.timeline;

import java.util.ArrayList;
import java.util.List;

/** The groups of tracks of a device's parts. */
final class Groups {

    private static final int UNITS = 1000;
    private static final int CLIENTS = 1001;
    private static final int CACHES = 1100;
    private static final int MEMORY = 1200;
    private static final int LINK = 1300;

    private final TimelineOut out;
    private final List<String> caches = new ArrayList<>();

    /** @param caches the nodes of the device, in the order of its file */
    Groups(TimelineOut out, List<String> caches) {
        this.out = out;
        this.caches.addAll(caches);
    }

    Track.Group units() {
        return out.group("compute units", UNITS);
    }

    /** Of whoever sends requests. */
    Track.Group client(String name) {
        return name.startsWith("cu[") ? units() : out.group("other clients", CLIENTS);
    }

    /** Of all instances of a node, by the name of one of them. */
    Track.Group cache(String instance) {
        String node = node(instance);
        if (!caches.contains(node)) {
            caches.add(node);
        }
        return out.group("cache " + node, CACHES + caches.indexOf(node));
    }

    Track.Group memory(String channel) {
        return out.group(node(channel), MEMORY);
    }

    Track.Group link() {
        return out.group("link", LINK);
    }

    private static String node(String instance) {
        int bracket = instance.indexOf('[');
        return bracket < 0 ? instance : instance.substring(0, bracket);
    }
}
