// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.view;

import java.util.List;
import java.util.Map;

/**
 * A part of the machine.
 *
 * @param name its name in reports and events, for example {@code l2[0]}
 * @param kind what it is
 * @param group what it is one of, for example {@code l2}; parts of a group are alike
 * @param label what a drawing calls it
 * @param below the names of the parts to which it sends requests
 * @param attributes what is fixed about it, as text, in the order in which to show it
 * @param tables what it holds
 */
public record Part(
        String name,
        PartKind kind,
        String group,
        String label,
        List<String> below,
        Map<String, String> attributes,
        List<ViewTable> tables) {}
