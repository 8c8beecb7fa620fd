// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.LineCompression;
import dev.sluice.machine.cache.Cache;
import dev.sluice.machine.request.VersionRuns;
import dev.sluice.machine.view.Part;
import dev.sluice.machine.view.PartKind;
import dev.sluice.machine.view.Texts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The caches of the device as parts. */
final class CacheView {

    private final Texts texts;
    private final VersionRuns versions;

    CacheView(Texts texts, VersionRuns versions) {
        this.texts = texts;
        this.versions = versions;
    }

    Part part(Cache slice, List<String> below) {
        CacheSpec spec = slice.spec();
        return new Part(
                slice.name(),
                PartKind.CACHE,
                spec.name(),
                slice.name(),
                below,
                attributes(spec, slice.ageMeaning()),
                slice.view(texts, versions));
    }

    /** What is fixed about a cache; of the host's caches the same keys. */
    static Map<String, String> attributes(CacheSpec spec, String ageMeaning) {
        CacheSpec.Geometry geometry = spec.geometry();
        Map<String, String> all = new LinkedHashMap<>();
        all.put("role", spec.role().name());
        all.put("size", String.valueOf(geometry.size()));
        all.put("slices", String.valueOf(geometry.slices()));
        all.put("sets", String.valueOf(geometry.sets()));
        all.put("ways", String.valueOf(spec.tags()));
        if (spec.structure().victim().lines() > 0) {
            all.put("victims", String.valueOf(spec.structure().victim().lines()));
        }
        all.put("line", String.valueOf(geometry.line()));
        all.put("sector", String.valueOf(geometry.sector()));
        all.put("banks", String.valueOf(geometry.banks()));
        all.put("hash", geometry.hash().name().toLowerCase(Locale.ROOT));
        all.put("latency", String.valueOf(spec.timing().latency()));
        all.put("mshrs", String.valueOf(spec.ports().mshrs()));
        all.put("write", spec.policy().canBeDirty() ? "back" : spec.policy().readOnly() ? "read-only" : "through");
        all.put("dirty", spec.policy().dirty().name().toLowerCase(Locale.ROOT));
        all.put("replacement", spec.policy().replacement().name());
        LineCompression compression = spec.structure().compression();
        if (compression.on()) {
            all.put("compression", compression.algorithm().key());
        }
        all.put("age", ageMeaning);
        return all;
    }
}
