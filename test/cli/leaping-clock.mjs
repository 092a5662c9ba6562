// A clock for a command that is to take its time on every machine: between any two looks at it half a second goes by.
// usage: node --import <this file> <the command>
let leapsMs = 0
const now = performance.now.bind(performance)
performance.now = () => now() + (leapsMs += 500)
