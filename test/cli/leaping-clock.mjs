// A clock for a command that is to take its time on every machine: between any two looks at it half a second goes by.
// usage: node --import <this file> <the command>
let leapsMs = 0
const now = performance.now.bind(performance)
const uptime = process.uptime.bind(process)
performance.now = () => now() + (leapsMs += 500)
process.uptime = () => uptime() + (leapsMs += 500) / 1000
