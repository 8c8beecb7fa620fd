// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.release;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a bill of materials says is in the program. */
record BillOfMaterials(JsonNode root) {

    static BillOfMaterials read(Path file) throws IOException {
        return new BillOfMaterials(JsonMapper.shared().readTree(Files.readString(file)));
    }

    /** The libraries and modules, but for the one that the bill is about. */
    List<JsonNode> components() {
        List<JsonNode> components = new ArrayList<>();
        root.get("components").forEach(components::add);
        return components;
    }

    /** The classes of all components: each is found by its checksum among what this test runs with. */
    TreeSet<String> classes() throws IOException {
        Map<String, Path> jars = jarsByChecksum();
        TreeSet<String> classes = new TreeSet<>();
        for (JsonNode component : components()) {
            Path jar = jars.get(checksum(component));
            if (jar == null) {
                throw new IllegalStateException("no jar has the checksum of " + component.get("purl"));
            }
            classes.addAll(classes(jar));
        }
        return classes;
    }

    /** The classes of a jar; modules are not declared in a jar of many. */
    static TreeSet<String> classes(Path jar) throws IOException {
        TreeSet<String> classes = new TreeSet<>();
        try (JarFile entries = new JarFile(jar.toFile())) {
            entries.stream()
                    .map(ZipEntry::getName)
                    .filter(name -> name.endsWith(".class") && !name.endsWith("module-info.class"))
                    .forEach(classes::add);
        }
        return classes;
    }

    private static String checksum(JsonNode component) {
        for (JsonNode hash : component.get("hashes")) {
            if (hash.get("alg").asString().equals("SHA-256")) {
                return hash.get("content").asString();
            }
        }
        throw new IllegalStateException("no checksum: " + component);
    }

    private Map<String, Path> jarsByChecksum() throws IOException {
        List<Path> jars = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            jars.add(Path.of(entry));
        }
        for (JsonNode component : components()) {
            // of the modules the classes, not the jars, may be what tests run with
            String module = component.get("name").asString();
            String jar = module + "-" + component.get("version").asString() + ".jar";
            jars.add(Path.of(System.getProperty("sluice.root"), module, "target", jar));
        }
        Map<String, Path> byChecksum = new HashMap<>();
        for (Path jar : jars) {
            if (Files.isRegularFile(jar)) {
                byChecksum.put(HexFormat.of().formatHex(sha256().digest(Files.readAllBytes(jar))), jar);
            }
        }
        return byChecksum;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
