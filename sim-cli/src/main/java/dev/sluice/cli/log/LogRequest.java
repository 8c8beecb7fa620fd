// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.log;

import java.util.List;

/**
 * What the user wants logged: an event passes when it passes every filter that is given, and a filter that is given
 * several times lets pass what any of them does.
 *
 * @param addresses {@code 0xA}, {@code 0xA..0xB} (both included), or {@code buffer[:offset[:size]]}
 * @param components caches or other components, by node ({@code l1}) or instance ({@code l1[3]})
 * @param commands command ids
 * @param cycles {@code A..B}, both included and either left out
 */
public record LogRequest(List<String> addresses, List<String> components, List<String> commands, List<String> cycles) {
    public LogRequest {
        addresses = List.copyOf(addresses);
        components = List.copyOf(components);
        commands = List.copyOf(commands);
        cycles = List.copyOf(cycles);
    }
}
