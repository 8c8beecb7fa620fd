// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A {@code VkAccelerationStructureBuildGeometryInfoKHR}.
 *
 * @param info the structure
 * @param geometries its geometries, whichever of the two ways they are given in
 */
record BuildGeometry(Struct info, List<Struct> geometries) {
    BuildGeometry {
        geometries = List.copyOf(geometries);
    }

    static BuildGeometry of(Struct info) {
        List<Struct> geometries = new ArrayList<>(nested(info, "pGeometries"));
        geometries.addAll(nested(info, "ppGeometries"));
        return new BuildGeometry(info, geometries);
    }

    /** Whether the structure is one that was built before, with other positions. */
    boolean update() {
        return info.text("mode").contains("UPDATE");
    }

    /** Whether all of its geometries are of sorts that are known. */
    boolean known() {
        return geometries.stream().noneMatch(geometry -> sort(geometry) == null);
    }

    /** The triangles, boxes or instances of a geometry of a known sort. */
    static Struct data(Struct geometry) {
        return geometry.struct("geometry").struct(Objects.requireNonNull(sort(geometry)));
    }

    private static @Nullable String sort(Struct geometry) {
        Struct data = geometry.struct("geometry");
        for (String sort : List.of("triangles", "aabbs", "instances")) {
            if (data.raw(sort).isObject()) {
                return sort;
            }
        }
        return null;
    }

    /** The structures of an array, or of arrays within it, in order. */
    static List<Struct> nested(Struct of, String key) {
        List<Struct> all = new ArrayList<>();
        collect(of, of.raw(key), key, all);
        return all;
    }

    /** The structures of each array within an array; of an array of structures each alone. */
    static List<List<Struct>> apart(Struct of, String key) {
        List<List<Struct>> all = new ArrayList<>();
        JsonNode value = of.raw(key);
        for (int i = 0; i < value.size(); i++) {
            List<Struct> one = new ArrayList<>();
            collect(of, value.path(i), key + "[" + i + "]", one);
            all.add(one);
        }
        return all;
    }

    private static void collect(Struct of, JsonNode value, String path, List<Struct> all) {
        if (value.isObject()) {
            all.add(new Struct(of.call(), value, path + "."));
        } else if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                collect(of, value.path(i), path + "[" + i + "]", all);
            }
        } else if (!value.isNull() && !value.isMissingNode()) {
            throw of.error(path, "holds something that is no structure");
        }
    }
}
