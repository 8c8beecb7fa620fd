// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.litmus;

import dev.sluice.check.model.DomainOperation;
import java.util.List;
import java.util.Map;

/** The words for API operations on memory domains. */
final class DomainWords {
    private static final Map<String, List<DomainOperation>> MEANINGS = Map.of(
            "avdevice", List.of(DomainOperation.AVAILABLE_TO_DEVICE),
            "visdevice", List.of(DomainOperation.VISIBLE_FROM_DEVICE),
            "avhost", List.of(DomainOperation.AVAILABLE_TO_HOST),
            "vishost", List.of(DomainOperation.VISIBLE_FROM_HOST),
            "domhd", List.of(DomainOperation.HOST_TO_DEVICE),
            "domdh", List.of(DomainOperation.DEVICE_TO_HOST),
            "submit", List.of(DomainOperation.HOST_TO_DEVICE, DomainOperation.VISIBLE_FROM_DEVICE));

    /** All words. */
    static final List<String> ALL = List.of("avdevice", "visdevice", "avhost", "vishost", "domhd", "domdh", "submit");

    private DomainWords() {}

    /** What a word does, in order; nothing when it is no such word. */
    static List<DomainOperation> meaning(String word) {
        return MEANINGS.getOrDefault(word, List.of());
    }
}
