// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import tools.jackson.databind.JsonNode;

/** Looks at what is chained ({@code pNext}) to the structures of calls that are taken over, and lists what is not followed. */
final class Chains {
    private static final String NEXT = "pNext";

    private final Dropped dropped;

    Chains(Dropped dropped) {
        this.dropped = dropped;
    }

    /** Looks at a call's arguments, however deep they are nested. */
    void look(Call call) {
        within(call.json(), call);
    }

    private void within(JsonNode node, Call call) {
        if (node.isObject()) {
            node.properties().forEach(member -> {
                if (member.getKey().equals(NEXT) && member.getValue().isObject()) {
                    dropped.structure(member.getValue(), call);
                }
                within(member.getValue(), call);
            });
        } else if (node.isArray()) {
            node.forEach(element -> within(element, call));
        }
    }
}
