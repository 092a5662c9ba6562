/** The folder of the package; the modules and the bundled command lie equally deep in it. */
export const packageFolder: URL = new URL('../../', import.meta.url)
