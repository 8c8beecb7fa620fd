// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.differential;

/** What every {@link RandomStream} declares. */
final class RandomDeclarations {

    private RandomDeclarations() {}

    /** All but what random generators declare; {@code owned} makes b and o belong to one queue family at a time. */
    static String text(String name, boolean owned) {
        return TEXT.replace("NAME", name).replace("SHARING", owned ? ", sharingMode: EXCLUSIVE" : "");
    }

    private static final String TEXT = """
            sluice: 1
            name: NAME
            memory:
              - {name: local, size: 1MiB, properties: [DEVICE_LOCAL]}
              - {name: shared, size: 64KiB, properties: [HOST_VISIBLE, HOST_COHERENT]}
              - {name: cached, size: 64KiB, properties: [HOST_VISIBLE, HOST_CACHED]}
            buffers:
              - {name: a, memory: local, offset: 0, size: 2KiB}
              - {name: b, memory: local, offset: 4KiB, size: 2KiBSHARING}
              - {name: c, memory: local, offset: 8KiB, size: 2KiB}
              - {name: alias, memory: local, offset: 1KiB, size: 2KiB}
              - {name: args, memory: local, offset: 16KiB, size: 512}
              - {name: h, memory: shared, offset: 0, size: 2KiB}
              - {name: late, memory: shared, offset: 8KiB, size: 2KiB}
              - {name: k, memory: cached, offset: 0, size: 2KiB}
            images:
              - {name: i, memory: local, offset: 64KiB, extent: [16, 16], format: R8G8B8A8_UNORM, usage: [COLOR_ATTACHMENT, SAMPLED, TRANSFER_SRC, TRANSFER_DST, STORAGE]}
              - {name: j, memory: local, offset: 128KiB, extent: [16, 16], format: R8G8B8A8_UNORM, usage: [COLOR_ATTACHMENT, SAMPLED, INPUT_ATTACHMENT, TRANSFER_SRC, TRANSFER_DST], alias: true}
              - {name: l, memory: local, offset: 128KiB, extent: [16, 16], format: R8G8B8A8_UNORM, usage: [COLOR_ATTACHMENT, SAMPLED, TRANSFER_SRC, TRANSFER_DST], alias: true}
              - {name: m, memory: local, offset: 192KiB, extent: [16, 16], samples: 4, format: R8G8B8A8_UNORM, usage: [COLOR_ATTACHMENT, TRANSFER_SRC, TRANSFER_DST]}
              - {name: z, memory: local, offset: 256KiB, extent: [16, 16], format: D32_SFLOAT, usage: [DEPTH_STENCIL_ATTACHMENT, SAMPLED, TRANSFER_SRC, TRANSFER_DST]}
              - {name: p, memory: local, offset: 384KiB, extent: [16, 16], levels: 2, format: R8G8B8A8_UNORM, usage: [COLOR_ATTACHMENT, SAMPLED, TRANSFER_SRC, TRANSFER_DST]}
              - {name: o, memory: local, offset: 320KiB, extent: [16, 16], format: R8G8B8A8_UNORM, usage: [SAMPLED, TRANSFER_SRC, TRANSFER_DST]SHARING}
            semaphores:
              - {name: t0, type: timeline}
              - {name: t1, type: timeline}
              - {name: go, type: timeline}
              - {name: done, type: timeline}
            kernels:
              move:
                localSize: [16]
                bindings: {s: storage, d: storage}
                code: |
                  v = load.u32 s[gid]
                  store.u32 d[gid] = v + 1
              twice:
                localSize: [16]
                bindings: {s: storage, d: storage}
                code: |
                  v = load.u32 s[gid]
                  w = load.u32 s[gid ^ 1]
                  store.u32 d[gid] = v + w
              uniforms:
                localSize: [16]
                bindings: {s: uniform, d: storage}
                code: |
                  v = load.u32 s[gid]
                  store.u32 d[gid] = v + 3
              put:
                localSize: [16]
                bindings: {d: storage}
                params: [n]
                code: |
                  store.u32 d[gid] = n + gid
              get:
                localSize: [16]
                bindings: {s: storage}
                code: |
                  v = load.u32 s[gid]
                  w = v + 1
              count:
                localSize: [16]
                bindings: {d: storage}
                code: |
                  atomic.add.u32 d[gid], 1
              sampled:
                localSize: [16]
                bindings: {t: sampled, d: storage}
                code: |
                  v = load.u32 t[gid & 15, gid >> 4 & 15]
                  store.u32 d[gid] = v
              level:
                localSize: [16]
                bindings: {t: sampled, d: storage}
                code: |
                  v = load.u32 t[gid & 7, gid >> 3 & 7]
                  store.u32 d[gid] = v
              poke:
                localSize: [16]
                bindings: {t: storageImage}
                code: |
                  v = load.u32 t[gid & 15, gid >> 4 & 15]
                  store.u32 t[gid & 15, gid >> 4 & 15] = v + 1
              paint:
                code: |
                  out.color0 = x + y * 256
              deep:
                code: |
                  out.depth = 0x3f000000
                  out.color0 = x + y * 512
              again:
                bindings: {src: inputAttachment}
                code: |
                  v = load.u32 src[x, y]
                  out.color0 = v + 1
              spill:
                bindings: {d: storage}
                code: |
                  store.u32 d[(y & 7) * 8 + (x & 7)] = x + y
                  out.color0 = x
              fetch:
                bindings: {s: uniform}
                code: |
                  v = load.u32 s[(y & 7) * 8 + (x & 7)]
                  out.color0 = v
              vertices:
                localSize: [16]
                bindings: {d: storage}
                code: |
                  store.u32 d[gid & 15] = gid
            """;
}
